#pragma once
// Runs code that may hang or fault in a signal handler. The code is abandoned when it faults or, by a timer that sends
// the same signal, after 200 ms.

#include <signal.h>

namespace recorder {

// Runs the function. Must be called in the handler of `signal`, which must not be blocked there. Returns false if the
// function was abandoned.
bool attempt(int signal, void (*function)(int signal));

// Must be called first in the handler. If this thread is in an attempt, it abandons the attempt and does not return.
// Returns true for a timer that fired late, in which case the handler must do nothing.
bool leave_attempt(const siginfo_t *info);

}  // namespace recorder
