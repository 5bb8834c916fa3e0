// Defines the functions sigaction and signal, which the program calls instead of the C library's.

#include <dlfcn.h>

#include <cerrno>

#include "mpidbg/recorder/signal_functions.h"

namespace recorder {

namespace {

using Sigaction = int (*)(int, const struct sigaction *, struct sigaction *);
using Signal = sighandler_t (*)(int, sighandler_t);

Sigaction of_libc, next_action;
Signal next_signal, next_sysv_signal;

template <class Function>
Function found(Function &function, const char *name) {
  if (function == nullptr) function = reinterpret_cast<Function>(dlsym(RTLD_NEXT, name));
  return function;
}

// Looks up the functions to which the wrappers pass calls. This is done when the recorder is loaded, because the
// wrappers may be called in signal handlers later.
[[gnu::constructor]] void find_functions() {
  found(next_action, "sigaction");
  found(next_signal, "signal");
  found(next_sysv_signal, "__sysv_signal");
  if (void *library = dlopen("libc.so.6", RTLD_LAZY | RTLD_NOLOAD)) {
    of_libc = reinterpret_cast<Sigaction>(dlsym(library, "sigaction"));
    dlclose(library);
  }
}

sighandler_t set(Signal next, int signal, sighandler_t handler) {
  if (next != nullptr) return set_handler(next, signal, handler);
  errno = ENOSYS;
  return SIG_ERR;
}

}  // namespace

int libc_sigaction(int signal, const struct sigaction *action, struct sigaction *previous) {
  return of_libc == nullptr ? next_sigaction(signal, action, previous) : of_libc(signal, action, previous);
}

int next_sigaction(int signal, const struct sigaction *action, struct sigaction *previous) {
  if (found(next_action, "sigaction") != nullptr) return next_action(signal, action, previous);
  errno = ENOSYS;
  return -1;
}

}  // namespace recorder

extern "C" [[gnu::visibility("default")]] int mpidbg_sigaction(int, const struct sigaction *,
                                                               struct sigaction *) __asm__("sigaction");
extern "C" [[gnu::visibility("default")]] sighandler_t mpidbg_signal(int, sighandler_t) __asm__("signal");
extern "C" [[gnu::visibility("default")]] sighandler_t mpidbg_sysv_signal(int, sighandler_t) __asm__("__sysv_signal");

int mpidbg_sigaction(int signal, const struct sigaction *action, struct sigaction *previous) {
  return recorder::set_action(signal, action, previous);
}

sighandler_t mpidbg_signal(int signal, sighandler_t handler) {
  return recorder::set(recorder::found(recorder::next_signal, "signal"), signal, handler);
}

sighandler_t mpidbg_sysv_signal(int signal, sighandler_t handler) {
  return recorder::set(recorder::found(recorder::next_sysv_signal, "__sysv_signal"), signal, handler);
}
