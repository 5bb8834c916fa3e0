#pragma once
// A thread that calls a function at regular intervals.

#include <cstdint>

namespace recorder {

// Starts the thread with all signals blocked. At most one may exist; it may be started again after it was stopped.
// `call` is called for the first time after one interval. Returns false if the thread could not be created.
bool start_interval_thread(std::uint32_t milliseconds, void (*call)());

// Returns when the last call has ended and the thread has exited. Does nothing without a thread.
void stop_interval_thread();

// Must be called in a forked child, which does not have the thread.
void forget_interval_thread();

}  // namespace recorder
