#pragma once
// Runs code in a signal handler that may hang or fault. The code is abandoned after 200 ms, by the same signal sent by
// a timer, or when it faults.

#include <signal.h>

namespace recorder {

// Must be called in the handler of `signal`, which must not be blocked there. Returns false if the function was
// abandoned.
bool attempt(int signal, void (*function)(int signal));

// Must be called first in the handler. It does not return if this thread is in an attempt. It returns true for a timer
// that fired late, in which case the handler must do nothing.
bool leave_attempt(const siginfo_t *info);

}  // namespace recorder
