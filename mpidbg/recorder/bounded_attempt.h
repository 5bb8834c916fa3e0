#pragma once
// Runs code in a signal handler although the code may hang or fault. The code is abandoned when it faults, or after 200
// ms, when a timer sends the same signal again.

#include <signal.h>

namespace recorder {

// Runs the function, or does nothing if another thread is within attempt(). Returns false if the function was
// abandoned, otherwise true. Must be called in the handler of `signal`. The signal must not be blocked there.
bool attempt(int signal, void (*function)(int signal));

// Must be called first in the handler of the signal. If this thread is within attempt(), abandons that attempt and does
// not return. Otherwise returns true if the signal comes from the timer of an earlier attempt; the handler must then do
// nothing.
bool leave_attempt(const siginfo_t *info);

}  // namespace recorder
