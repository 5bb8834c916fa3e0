#pragma once
// The functions behind sigaction and signal, and what the wrappers of these do (fatal_signals.cpp).

#include <signal.h>

namespace recorder {

// The C library's own, past what others put before it.
int libc_sigaction(int signal, const struct sigaction *action, struct sigaction *previous);

// The one that the program's call would have reached.
int next_sigaction(int signal, const struct sigaction *action, struct sigaction *previous);

int set_action(int signal, const struct sigaction *action, struct sigaction *previous);
sighandler_t set_handler(sighandler_t (*next)(int, sighandler_t), int signal, sighandler_t handler);

}  // namespace recorder
