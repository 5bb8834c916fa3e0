#pragma once
// Manages a thread that calls a function at regular intervals.

#include <cstdint>

namespace recorder {

// Starts the thread with all signals blocked. Only one may exist at a time; it may be started again after it was
// stopped. `call` runs for the first time after one interval. Returns false if the thread could not be created.
bool start_interval_thread(std::uint32_t milliseconds, void (*call)());

// Stops the thread, and returns when its last call has ended and it has exited. Does nothing without a thread.
void stop_interval_thread();

// Must be called in a forked child. The thread does not exist there.
void forget_interval_thread();

}  // namespace recorder
