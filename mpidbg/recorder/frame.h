#pragma once
// Defines the state of one call in its wrapper. The functions of all parameters of the call share this state.

#include <cstdint>

#include "mpidbg/recorder/call_ids.h"
#include "mpidbg/recorder/record_format.h"
#include "mpidbg/recorder/saved_handles.h"

namespace recorder {

// Describes the call that did something to a handle, and its time. Functions outside of a wrapper get this struct and
// not the Frame. The compiler therefore sees every use of a Frame, and a call pays only for the members that it uses.
struct Doer {
  CallId call;
  // The return address of the call.
  std::uint64_t site;
  // The time at which the call began; 0 if no time was taken.
  std::int64_t time;
};

// Holds the state of one call. The functions of the call's parameters read and write the members before and after the
// library's function runs.
struct Frame {
  const Doer &doer;
  const mpidbg_record_thread *thread;
  // True if objects that the call creates are recorded.
  bool creating;
  bool fortran;

  // The handle that the call has created.
  std::uint64_t subject = 0;
  // The first handle among the arguments.
  std::uint64_t parent = 0;

  // The members from `taken` to `index_count` are used by calls that complete or start requests, and by calls that free
  // a handle. `taken` is the value of a single handle before the call.
  std::uint64_t taken = 0;
  // The number of handles in an array argument. Their values before the call are in `saved`.
  std::int64_t request_count = 0;
  SavedHandles *saved = nullptr;
  bool saved_all = false;
  // The result `flag` of MPI_Test and similar calls.
  int flag = 1;
  // The result of MPI_Waitany, counted from 0; -1 if the call has none.
  int index = -1;
  // The array of indices that MPI_Waitsome returned. The indices count from 0 in C and from 1 in Fortran.
  const int *indices = nullptr;
  int index_count = 0;

  // The number that was passed to a synchronisation call of a window, such as the target's rank or the assertion.
  std::int32_t sync_number = 0;
  // The lock type that was passed to MPI_Win_lock, as the library numbers it.
  int lock_type = 0;
  // True if the handle is freed for the program but kept in the library.
  bool kept = false;
  // A name that was passed to the call; null if there is none.
  const char *name = nullptr;
  std::uint64_t name_length = 0;
};

}  // namespace recorder
