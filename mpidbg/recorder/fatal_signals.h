#pragma once
// Signals that end the process: SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTERM. Before one does, a snapshot is taken
// (mpit_sampling.h says of what, and when not), the record is written to its file, and then the signal takes its normal
// course: the action is again the one that the program knows, and the signal is sent to the thread again, as it came,
// so that a handler sees the same as without the recorder, and a core file shows the place and the cause.
//
// Signals are watched from the end of MPI_Init to the start of MPI_Finalize, if their action is then the default one or
// a handler of the MPI library or UCX. A handler of the program is left alone while it is installed. sigaction and
// signal are wrapped, so that they return to the program what they would return without the recorder; /proc/self/status
// and direct system calls show the recorder's handlers.
//
// The attempt at a snapshot ends after 200 ms, or if it faults itself; then no further snapshots are taken.
//
// With MPIDBG_RECORD_SIGNALS=0 no signals are watched.

#include <signal.h>

namespace recorder {

// Call it after the library's MPI_T is initialised.
void watch_fatal_signals();

// The actions are again as the program knows them. Safe in a forked child.
void release_fatal_signals();

inline constexpr int fatal_signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTERM};
inline constexpr int fatal_signal_count = sizeof fatal_signals / sizeof *fatal_signals;

// Restores the actions of these signals at the end of its scope.
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
