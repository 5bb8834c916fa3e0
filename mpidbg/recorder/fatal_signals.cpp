#include "mpidbg/recorder/fatal_signals.h"

#include <dlfcn.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <initializer_list>

#include "mpidbg/recorder/bounded_attempt.h"
#include "mpidbg/recorder/errno_keeper.h"
#include "mpidbg/recorder/mpit_sampling.h"
#include "mpidbg/recorder/record_file.h"
#include "mpidbg/recorder/relaxed.h"
#include "mpidbg/recorder/signal_functions.h"

namespace recorder {

namespace {

struct Watched {
  Relaxed<bool> active;     // true if the kernel's action is the recorder's handler
  struct sigaction action;  // the action that the program has set
};
Watched watched[fatal_signal_count];
Relaxed<bool> watching;
Relaxed<pid_t> owner;  // the process that watches signals; a child of vfork runs in the memory of its parent

Watched *find(int signal) {
  for (int i = 0; i < fatal_signal_count; ++i)
    if (fatal_signals[i] == signal) return &watched[i];
  return nullptr;
}

bool is_default(const struct sigaction &action) {
  return (action.sa_flags & SA_SIGINFO) == 0 && action.sa_handler == SIG_DFL;
}

// Sends the signal to this thread. When the handler returns, the signal mask of the interrupted code is in effect
// again, and the signal arrives at the place where it arrived before.
void send_again(int signal, siginfo_t *info) {
  sigset_t mask;
  sigemptyset(&mask);
  sigaddset(&mask, signal);
  pthread_sigmask(SIG_BLOCK, &mask, nullptr);
  const long thread = syscall(SYS_gettid);
  if (syscall(SYS_rt_tgsigqueueinfo, getpid(), thread, signal, info) != 0)
    syscall(SYS_tgkill, getpid(), thread, signal);
}

// Passes the signal to the action that the program has set, as if it arrived now. From then on, the signal is not
// watched.
void pass_on(int signal, siginfo_t *info) {
  Watched *known = find(signal);
  if (known->active) libc_sigaction(signal, &known->action, nullptr);
  known->active = false;
  send_again(signal, info);
}

void on_signal(int signal, siginfo_t *info, void *) {
  const ErrnoKeeper keeper;
  static constinit thread_local bool handling = false;
  if (leave_attempt(info)) return;
  if (!handling && getpid() == owner) {
    handling = true;
    if (!attempt(signal, sample_at_signal)) give_up_sampling();
    write_record_file(signal);
    handling = false;
  }
  pass_on(signal, info);
}

bool is_ours(const struct sigaction &action) {
  return (action.sa_flags & SA_SIGINFO) != 0 && action.sa_sigaction == on_signal;
}

// Installs the recorder's handler. The signal itself may interrupt the handler, because a fault in a snapshot ends the
// snapshot.
void install(Watched &known, int signal, const struct sigaction &action) {
  struct sigaction ours = action;
  ours.sa_sigaction = on_signal;
  ours.sa_flags = (action.sa_flags & ~static_cast<int>(SA_RESETHAND)) | SA_SIGINFO | SA_NODEFER;
  known.action = action;
  known.active = libc_sigaction(signal, &ours, nullptr) == 0;
}

bool is_of_mpi_library(const struct sigaction &action) {
  void *handler = (action.sa_flags & SA_SIGINFO) != 0 ? reinterpret_cast<void *>(action.sa_sigaction)
                                                      : reinterpret_cast<void *>(action.sa_handler);
  Dl_info object;
  if (dladdr(handler, &object) == 0 || object.dli_fname == nullptr) return false;
  const char *slash = std::strrchr(object.dli_fname, '/');
  const char *name = slash == nullptr ? object.dli_fname : slash + 1;
  for (const char *library : {"libmpi", "libopen-pal", "libucs"})
    if (std::strncmp(name, library, std::strlen(library)) == 0) return true;
  return false;
}

// Stops watching the signal if its action has ceased to be the recorder's handler. Watches the signal again if the
// action is the default one. Called after the program has set an action; the kernel is asked for the current action,
// because a library between the program and the kernel may have ignored the call.
void follow_change(Watched &known, int signal) {
  struct sigaction action;
  if (libc_sigaction(signal, nullptr, &action) != 0 || is_ours(action)) return;
  known.active = false;
  if (is_default(action)) install(known, signal, action);
}

}  // namespace

int set_action(int signal, const struct sigaction *action, struct sigaction *previous) {
  Watched *known = watching ? find(signal) : nullptr;
  if (known == nullptr) return next_sigaction(signal, action, previous);
  const struct sigaction shown = known->action;
  const int result = next_sigaction(signal, action, previous);
  if (result != 0) return result;
  if (previous != nullptr && is_ours(*previous)) *previous = shown;
  if (action != nullptr) follow_change(*known, signal);
  return result;
}

sighandler_t set_handler(sighandler_t (*next)(int, sighandler_t), int signal, sighandler_t handler) {
  Watched *known = watching ? find(signal) : nullptr;
  if (known == nullptr) return next(signal, handler);
  const struct sigaction shown = known->action;
  sighandler_t previous = next(signal, handler);
  if (previous == SIG_ERR) return previous;
  if (reinterpret_cast<std::uintptr_t>(previous) == reinterpret_cast<std::uintptr_t>(on_signal))
    previous = shown.sa_handler;
  follow_change(*known, signal);
  return previous;
}

void watch_fatal_signals() {
  const char *wanted = std::getenv("MPIDBG_RECORD_SIGNALS");
  if (wanted != nullptr && std::strcmp(wanted, "0") == 0) return;
  owner = getpid();
  for (int i = 0; i < fatal_signal_count; ++i) {
    struct sigaction action;
    if (libc_sigaction(fatal_signals[i], nullptr, &action) != 0) continue;
    if (is_default(action) || is_of_mpi_library(action)) install(watched[i], fatal_signals[i], action);
  }
  watching = true;
}

void release_fatal_signals() {
  watching = false;
  for (int i = 0; i < fatal_signal_count; ++i) {
    struct sigaction action;
    if (!watched[i].active || libc_sigaction(fatal_signals[i], nullptr, &action) != 0 || !is_ours(action)) continue;
    watched[i].active = false;
    libc_sigaction(fatal_signals[i], &watched[i].action, nullptr);
  }
}

KeptSignalActions::KeptSignalActions() {
  for (int i = 0; i < fatal_signal_count; ++i) libc_sigaction(fatal_signals[i], nullptr, &actions_[i]);
}

KeptSignalActions::~KeptSignalActions() {
  for (int i = 0; i < fatal_signal_count; ++i) libc_sigaction(fatal_signals[i], &actions_[i], nullptr);
}

}  // namespace recorder
