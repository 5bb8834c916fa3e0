#pragma once
// Decides when snapshots of MPI_T's variables are taken, and when the record is written to its file
// (MPIDBG_RECORD_FILE). Snapshots are taken at the following events.
//
// MPI_Init, after it has succeeded. At this point the recorder initialises the library's MPI_T with the thread level of
// MPI, because MPI_Query_thread of Open MPI 4 returns the level with which MPI_T was initialised. MPI_T is never
// finalised, since that closes the library's components and can crash Open MPI 4.
//
// MPI_Pcontrol with level 2; MPI_Abort, if the program calls it but not if a callback within MPI does; MPI_Finalize,
// before it starts; fatal signals, see fatal_signals.h.
//
// Every MPIDBG_RECORD_INTERVAL milliseconds. With MPI_THREAD_MULTIPLE a thread of the recorder takes these snapshots
// until MPI_Finalize, with all signals blocked and even while all other threads are blocked. At other levels a second
// thread may not call the library, so the first recorded call after the interval takes the snapshot before it
// continues. Without an interval, no call reads a clock for this purpose.
//
// No snapshots are taken at level 0 of MPI_Pcontrol, in programs that use only MPI_Session_init, and in forked
// children. A forked child writes no file either, because the library belongs to its parent.

#include <cstdint>

#include "mpidbg/recorder/record_format.h"
#include "mpidbg/recorder/relaxed.h"

namespace recorder {

// True if the program uses Open MPI and calls MPI_T_init_thread before the end of MPI_Init. Then no snapshots are
// taken.
extern Relaxed<bool> is_mpit_unsafe;

// Initialises MPI_T, takes the first snapshot, and starts to watch fatal signals. Must be called after MPI_Init has
// succeeded.
void start_sampling();
// Takes the last snapshot, writes the record to its file, and ends everything that start_sampling() has started. Must
// be called before MPI_Finalize.
void finish_sampling();

// These functions take a snapshot if that is possible, and write the record to its file.
void sample_at_pcontrol();
void sample_at_abort(std::int32_t error_code);

// Must be called in each call while record.unusual is set. Takes a snapshot if one is due, and returns true if the call
// is to be recorded.
bool record_unusual_call();
// Returns true if MPI calls, rather than a thread of the recorder, take the snapshots at each interval.
bool calls_sample();

// Takes a snapshot in a signal handler. The snapshot contains new values of performance variables only, and the
// function waits for nothing. No snapshot is taken if MPI or the recorder is active in this thread, or if this thread
// has never called MPI.
void sample_at_signal(int signal);

// Must be called after an attempt of sample_at_signal() was abandoned.
void give_up_sampling();

// object_ends() must be called before a call that frees an object, and object_ended() after the call, whether the call
// succeeds or not.
void object_ends(mpidbg_record_kind kind, std::uint64_t handle);
void object_ended(mpidbg_record_kind kind, std::uint64_t handle);

// Ends sampling. Must be called in a forked child.
void sample_no_more();

}  // namespace recorder
