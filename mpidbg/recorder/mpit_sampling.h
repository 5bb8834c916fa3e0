#pragma once
// Decides when snapshots of MPI_T's variables are taken and when the record is written to its file
// (MPIDBG_RECORD_FILE).
//
// MPI_Init: after it has succeeded. Here the library's MPI_T is initialised as well, with the thread level of MPI,
// because in Open MPI 4 MPI_Query_thread returns the level with which MPI_T is initialised. It is never finalised,
// since that closes the library's components and can crash Open MPI 4.
//
// MPI_Pcontrol with level 2; MPI_Abort if the program calls it, but not if a callback within MPI does; MPI_Finalize,
// before it begins; fatal signals, see fatal_signals.h.
//
// Every MPIDBG_RECORD_INTERVAL milliseconds. With MPI_THREAD_MULTIPLE a thread of the recorder takes the snapshots,
// with all signals blocked, until MPI_Finalize, even while all other threads are blocked. At other levels a second
// thread may not call the library, so the first recorded call after the interval takes the snapshot before it
// continues. Without an interval, no call reads a clock for this purpose.
//
// No snapshots are taken at level 0 of MPI_Pcontrol, in programs that use only MPI_Session_init, and in forked
// children. A forked child writes no file either, because the library belongs to its parent.

#include <cstdint>

#include "mpidbg/recorder/record_format.h"
#include "mpidbg/recorder/relaxed.h"

namespace recorder {

// Set if the program calls MPI_T_init_thread before the end of MPI_Init with Open MPI. Then no snapshots are taken.
extern Relaxed<bool> is_mpit_unsafe;

// Must be called after MPI_Init has succeeded. It initialises MPI_T, takes the first snapshot, and starts to watch
// fatal signals.
void start_sampling();
// Must be called before MPI_Finalize. It takes the last snapshot, writes the record to its file, and ends everything
// that start_sampling() has started.
void finish_sampling();

// Both take a snapshot if that is possible, and write the record to its file.
void sample_at_pcontrol();
void sample_at_abort(std::int32_t error_code);

// Called while record.unusual is set. Takes a snapshot if it is due, and returns whether the call is recorded.
bool record_unusual_call();
// Returns whether MPI calls take the snapshots of the interval.
bool calls_sample();

// Takes a snapshot in a signal handler. It reads only performance variables and never waits. It takes no snapshot if
// MPI or the recorder is active in this thread, or if this thread has never called MPI.
void sample_at_signal(int signal);

// Must be called after an attempt of sample_at_signal() was abandoned.
void give_up_sampling();

// Must be called before and after a call that frees an object, whether it succeeds or not.
void object_ends(mpidbg_record_kind kind, std::uint64_t handle);
void object_ended(mpidbg_record_kind kind, std::uint64_t handle);

// Must be called in a forked child.
void sample_no_more();

}  // namespace recorder
