#pragma once
// Handles signals that end the process: SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTERM. Before the process ends, a
// snapshot is taken (mpit_sampling.h describes its contents and exceptions) and the record is written to its file. Then
// the program's own signal action is restored and the signal is sent to the thread again with the same information. So
// the program's handler runs as without the recorder, and a core file shows the place and the cause.
//
// A signal is watched from the end of MPI_Init to the start of MPI_Finalize, if its action is then the default one or a
// handler of the MPI library or UCX. A handler of the program is not replaced as long as it is installed. sigaction and
// signal are wrapped so that they return to the program what they would return without the recorder; /proc/self/status
// and direct system calls show the recorder's handlers.
//
// The attempt to take a snapshot ends after 200 ms, or when it faults. After that no further snapshots are taken.
//
// With MPIDBG_RECORD_SIGNALS=0 no signals are watched.

#include <signal.h>

namespace recorder {

// Starts to watch the signals. Must be called after the library's MPI_T is initialised.
void watch_fatal_signals();

// Stops watching and restores the actions that the program has set. May be called in a forked child.
void release_fatal_signals();

inline constexpr int fatal_signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTERM};
inline constexpr int fatal_signal_count = sizeof fatal_signals / sizeof *fatal_signals;

// Saves the actions of all `fatal_signals` and restores them at the end of a scope.
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
