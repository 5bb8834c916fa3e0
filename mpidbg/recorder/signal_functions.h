#pragma once
// Declares the C library's functions behind sigaction and signal, and the functions that their wrappers call
// (fatal_signals.cpp).

#include <signal.h>

namespace recorder {

// Calls the C library's own function, even if another library wraps it.
int libc_sigaction(int signal, const struct sigaction *action, struct sigaction *previous);

// Calls the function that the program would have called without the recorder.
int next_sigaction(int signal, const struct sigaction *action, struct sigaction *previous);

// These functions implement sigaction and signal for the program, and return what the program would get without the
// recorder. For signals that fatal_signals.cpp watches, they continue or stop watching according to the new action.
int set_action(int signal, const struct sigaction *action, struct sigaction *previous);
sighandler_t set_handler(sighandler_t (*next)(int, sighandler_t), int signal, sighandler_t handler);

}  // namespace recorder
