#pragma once
// The functions behind sigaction and signal, and the work of their wrappers (fatal_signals.cpp).

#include <signal.h>

namespace recorder {

// Calls the C library's own function, past any that precede it.
int libc_sigaction(int signal, const struct sigaction *action, struct sigaction *previous);

// Calls the function that the program's call would have reached.
int next_sigaction(int signal, const struct sigaction *action, struct sigaction *previous);

// Both do what the program asked for and return what it would get without the recorder. For signals that the recorder
// watches, they follow the change.
int set_action(int signal, const struct sigaction *action, struct sigaction *previous);
sighandler_t set_handler(sighandler_t (*next)(int, sighandler_t), int signal, sighandler_t handler);

}  // namespace recorder
