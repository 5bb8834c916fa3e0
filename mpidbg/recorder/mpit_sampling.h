#pragma once
// When snapshots of MPI_T's variables are taken, and the record is written to its file (MPIDBG_RECORD_FILE).
//
// MPI_Init: after it has succeeded. Here the library's MPI_T is initialised, too: with the thread level that MPI has,
// for Open MPI 4 changes what MPI_Query_thread says to what MPI_T is initialised with. It is never finalised: that
// closes the library's components, which Open MPI 4 does not survive everywhere.
//
// MPI_Pcontrol of level 2; MPI_Abort, when the program calls it, not when a callback within MPI does; MPI_Finalize,
// before it begins; fatal signals, see fatal_signals.h.
//
// Every MPIDBG_RECORD_INTERVAL milliseconds. With MPI_THREAD_MULTIPLE a thread of the recorder's own does it, with all
// signals blocked, until MPI_Finalize, and also while all other threads are blocked. At other levels a second thread
// may not call the library: the first recorded call after the interval does it, before it goes on. Without an interval
// no call looks at a clock for that.
//
// At level 0 of MPI_Pcontrol there are none, nor in a program that uses MPI_Session_init alone. In a forked child there
// are none any more, and no file is written: the library is its parent's.

#include <cstdint>

#include "mpidbg/recorder/record_format.h"

namespace recorder {

void start_sampling();
void finish_sampling();

void sample_at_pcontrol();
void sample_at_abort(std::int32_t error_code);

// Of a call where record.unusual is set: takes a snapshot if it is time. Whether the call is recorded.
bool record_unusual_call();
// Whether snapshots at an interval are taken by calls.
bool calls_sample();

// In a signal handler: performance variables only, without waiting for anybody; not if MPI or the recorder is at work
// in this thread, or this thread has never called MPI.
void sample_at_signal(int signal);

// After an attempt at that which did not come back.
void give_up_sampling();

// Before the call that frees an object, and after it, successful or not.
void object_ends(mpidbg_record_kind kind, std::uint64_t handle);
void object_ended(mpidbg_record_kind kind, std::uint64_t handle);

// In a forked child.
void sample_no_more();

}  // namespace recorder
