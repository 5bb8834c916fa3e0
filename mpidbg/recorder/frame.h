#pragma once
// The state of one call in its wrapper, which its parameters share.

#include <cstdint>

#include "mpidbg/recorder/call_ids.h"
#include "mpidbg/recorder/record_format.h"
#include "mpidbg/recorder/saved_handles.h"

namespace recorder {

// The call that changed a handle, and its time. A wrapper passes only this struct to functions that are not inlined.
// All other members of a frame stay visible to the compiler, so that a call pays only for the members that it uses.
struct Doer {
  CallId call;
  // The return address of the call.
  std::uint64_t site;
  // The time at which the call began; 0 if it was not taken.
  std::int64_t time;
};

// The parameters read and write the members between the start and the end of a call.
struct Frame {
  const Doer &doer;
  const mpidbg_record_thread *thread;
  // Objects that the call creates are recorded.
  bool creating;
  bool fortran;

  // The handle that was created.
  std::uint64_t subject = 0;
  // The first handle among the arguments.
  std::uint64_t parent = 0;

  // Used by calls that complete or start requests, and by calls that free a handle.
  // The value of a single handle before the call.
  std::uint64_t taken = 0;
  // The number of handles, which are in `saved`.
  std::int64_t request_count = 0;
  SavedHandles *saved = nullptr;
  bool saved_all = false;
  // The result `flag` of MPI_Test and similar calls.
  int flag = 1;
  // The result of MPI_Waitany, from 0; -1 if the call has none.
  int index = -1;
  // The results of MPI_Waitsome, counted from 0 or 1 according to the language.
  const int *indices = nullptr;
  int index_count = 0;

  // The argument of a synchronisation call of a window.
  std::int32_t sync_number = 0;
  // The library's number in MPI_Win_lock.
  int lock_type = 0;
  // The handle is freed for the program but not in the library.
  bool kept = false;
  // A name among the arguments.
  const char *name = nullptr;
  std::uint64_t name_length = 0;
};

}  // namespace recorder
