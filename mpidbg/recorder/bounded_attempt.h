#pragma once
// Something done in a signal handler that may hang or fault: it is left after 200 ms, by the same signal, sent by a
// timer, or by the fault.

#include <signal.h>

namespace recorder {

// In the handler of `signal`, which is not blocked there. False: it was left.
bool attempt(int signal, void (*function)(int signal));

// First thing in the handler: does not return if this thread is in an attempt. True: a timer that came late, nothing
// is to be done.
bool leave_attempt(const siginfo_t *info);

}  // namespace recorder
