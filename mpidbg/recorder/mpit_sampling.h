#pragma once
// When snapshots of MPI_T's variables are taken, and the record is written to its file (MPIDBG_RECORD_FILE).
//
// MPI_Init: after it has succeeded. Here the library's MPI_T is initialised, too, with the thread level of MPI, because
// Open MPI 4 lets MPI_Query_thread return the level that MPI_T is initialised with. It is never finalised: that closes
// the library's components, which can crash Open MPI 4.
//
// MPI_Pcontrol of level 2; MPI_Abort, when the program calls it, not when a callback within MPI does; MPI_Finalize,
// before it begins; fatal signals, see fatal_signals.h.
//
// Every MPIDBG_RECORD_INTERVAL milliseconds. With MPI_THREAD_MULTIPLE a thread of the recorder's own does it, with all
// signals blocked, until MPI_Finalize, and also while all other threads are blocked. At other levels a second thread
// may not call the library: the first recorded call after the interval does it, before it goes on. Without an interval
// no call reads a clock for that.
//
// No snapshots are taken at level 0 of MPI_Pcontrol, in a program that only uses MPI_Session_init, and in a forked
// child, which writes no file either: the library belongs to its parent.

#include <cstdint>

#include "mpidbg/recorder/record_format.h"
#include "mpidbg/recorder/relaxed.h"

namespace recorder {

// Set by MPI_T_init_thread before MPI_Init has ended, with Open MPI: no snapshots are taken.
extern Relaxed<bool> is_mpit_unsafe;

void start_sampling();
void finish_sampling();

void sample_at_pcontrol();
void sample_at_abort(std::int32_t error_code);

// For a call while record.unusual is set: takes a snapshot if it is time. Returns whether the call is recorded.
bool record_unusual_call();
// Whether MPI calls take the snapshots of the interval.
bool calls_sample();

// For a signal handler: reads performance variables only, and waits for nobody. Takes no snapshot if MPI or the
// recorder is active in this thread, or if this thread has never called MPI.
void sample_at_signal(int signal);

// After an attempt of sample_at_signal was cut off.
void give_up_sampling();

// Before the call that frees an object, and after it, successful or not.
void object_ends(mpidbg_record_kind kind, std::uint64_t handle);
void object_ended(mpidbg_record_kind kind, std::uint64_t handle);

// In a forked child.
void sample_no_more();

}  // namespace recorder
