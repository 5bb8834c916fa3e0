#pragma once
// A thread that calls a function again and again.

#include <cstdint>

namespace recorder {

// Starts the thread, with all signals blocked; at most one at a time, again after it was stopped. `call` is called for
// the first time after the interval. False: there is no thread.
bool start_interval_thread(std::uint32_t milliseconds, void (*call)());

// Returns when the last call has ended and the thread is gone. Without a thread nothing happens.
void stop_interval_thread();

// In a forked child, which has no such thread.
void forget_interval_thread();

}  // namespace recorder
