#pragma once
// Finds out from /proc whether a timer may interrupt a process with a signal for which the program has a handler.

#include <sys/types.h>

#include <string_view>

namespace corefile {

// Returns the number of such a signal, or 0 if there is none or if it is not known. The kernel does not show whether
// the timers of alarm() and setitimer() are armed; but programs have a handler for SIGALRM and SIGVTALRM only for
// these. A timer of timer_create() is listed with its signal. SIGPROF, and timers for single threads, belong to
// profilers, whose handlers return.
int timer_signal(pid_t pid);

// The same from the contents of /proc/PID/status and of /proc/PID/timers.
int timer_signal(std::string_view status, std::string_view timers);

}  // namespace corefile
