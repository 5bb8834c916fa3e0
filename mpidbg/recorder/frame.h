#pragma once
// One call on its way through a wrapper: what its parameters say to each other.

#include <cstdint>

#include "mpidbg/recorder/call_ids.h"
#include "mpidbg/recorder/record_format.h"
#include "mpidbg/recorder/saved_handles.h"

namespace recorder {

// Who did something to a handle, and when. What leaves a wrapper is no more than this: the rest of a frame is known to
// the compiler, and costs only what a call needs of it.
struct Doer {
  CallId call;
  std::uint64_t site;
  std::int64_t time;  // when the call began; 0: not taken
};

struct Frame {
  const Doer &doer;
  const mpidbg_record_thread *thread;
  bool creating;  // what the call creates is recorded
  bool fortran;

  std::uint64_t subject = 0;  // the handle that was created
  std::uint64_t parent = 0;   // first handle among the arguments

  // Of the calls that end or start requests, and those that free a handle.
  std::uint64_t taken = 0;         // the one handle, as it was before the call
  std::int64_t request_count = 0;  // or several, in `saved`
  SavedHandles *saved = nullptr;
  bool saved_all = false;
  int flag = 1;                  // MPI_Test
  int index = -1;                // MPI_Waitany, from 0; -1: the call has none
  const int *indices = nullptr;  // MPI_Waitsome, in the language's counting
  int index_count = 0;

  std::int32_t sync_number = 0;  // of a window's synchronisation
  int lock_type = 0;             // of MPI_Win_lock, as the library numbers it
  bool kept = false;             // the handle is freed for the program but not in the library
  const char *name = nullptr;    // that the call is given
  std::uint64_t name_length = 0;
};

}  // namespace recorder
