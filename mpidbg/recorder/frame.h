#pragma once
// One call on its way through a wrapper: what its parameters say to each other.

#include <cstdint>

#include "mpidbg/recorder/call_ids.h"
#include "mpidbg/recorder/record_format.h"
#include "mpidbg/recorder/saved_handles.h"

namespace recorder {

struct Frame {
  CallId call;
  std::uint64_t site;
  std::int64_t time;  // 0: not taken yet
  const mpidbg_record_thread *thread;
  bool creating;  // what the call creates is recorded
  bool fortran;

  std::uint64_t subject = 0;  // the handle that was created, else the first one among the arguments
  std::uint64_t parent = 0;   // first handle among the arguments

  // Of the calls that end or start requests, and those that free a handle.
  std::uint64_t taken = 0;          // the one handle, as it was before the call
  std::int64_t request_count = 0;   // or several, in `saved`
  SavedHandles *saved = nullptr;
  bool saved_all = false;
  int flag = 1;                  // MPI_Test
  int index = -1;                // MPI_Waitany, from 0; -1: the call has none
  const int *indices = nullptr;  // MPI_Waitsome, in the language's counting
  int index_count = 0;

  std::int32_t sync_number = 0;  // of a window's synchronisation
  const char *name = nullptr;    // of a file
  std::uint64_t name_length = 0;
};

// When the call began, or, for calls that are not timed, when somebody first wants to know.
std::int64_t time_of(Frame &frame);

}  // namespace recorder
