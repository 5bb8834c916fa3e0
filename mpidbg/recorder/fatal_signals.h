#pragma once
// Signals that end the process: SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTERM. Before one does, a snapshot is taken
// (mpit_sampling.h says of what, and when not), the record goes to its file, and then the signal does what it would
// have done: the action is again what the program knows, and the signal is sent to the thread again, as it came, so
// that a handler sees nothing else than before, and a core file shows the place and the cause.
//
// Watched from the end of MPI_Init to the begin of MPI_Finalize, where the action is then the default one, or a handler
// that the MPI library or UCX brought along. A handler of the program's own is left alone:
// from the moment that it is set on, and as long as it is. What sigaction and signal tell the program is what it would
// be told without: they are wrapped for that. (Not so /proc/self/status, and the system call if made directly.)
//
// The attempt at a snapshot ends after 200 ms, or where it faults itself; then there are no further snapshots.
//
// MPIDBG_RECORD_SIGNALS=0: none of this.

#include <signal.h>

namespace recorder {

// The library's MPI_T is initialised where this is called.
void watch_fatal_signals();

// The actions are again as the program knows them. Safe in a forked child.
void release_fatal_signals();

inline constexpr int fatal_signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTERM};
inline constexpr int fatal_signal_count = sizeof fatal_signals / sizeof *fatal_signals;

// The actions of these signals are at its end what they were at its begin.
class KeptSignalActions {
 public:
  KeptSignalActions();
  ~KeptSignalActions();
  KeptSignalActions(const KeptSignalActions &) = delete;
  KeptSignalActions &operator=(const KeptSignalActions &) = delete;

 private:
  struct sigaction actions_[fatal_signal_count];
};

}  // namespace recorder
