#pragma once
// Writes the effects of calls on handles into the tables. Handles that are not recorded are ignored.

#include <cstdint>

#include "mpidbg/recorder/frame.h"
#include "mpidbg/recorder/library.h"
#include "mpidbg/recorder/locks.h"

namespace recorder {

// A handle that a call returned to the program.
struct Creation {
  mpidbg_record_kind kind;
  std::uint64_t handle;
  // The library may return the same handle several times, and the program has to free it that often (MPI_Comm_group).
  bool shared;
  bool fortran;
  std::uint64_t parent;
  // The arguments of the call.
  const std::uint64_t *arguments;
  unsigned argument_count;
  // The name of the object; null if there is none.
  const char *name;
  std::uint64_t name_length;
  // The place of the process in a new communicator.
  Place place;
};
// Records a handle that a call returned, or that the program has been given once more.
void created(const Doer &doer, const Creation &creation);

// Records the name passed to MPI_Comm_set_name and similar calls.
void named(mpidbg_record_kind kind, std::uint64_t handle, const char *name, std::uint64_t length);

// Records that the program freed a handle. `kept` means that the library still has it (kept_objects.h). Returns the
// entry if the program no longer has the handle; otherwise null.
mpidbg_record_handle *freed(const Doer &doer, mpidbg_record_kind kind, std::uint64_t handle, bool kept);

// Starts to count the collective operations on a communicator.
void count_collectives(std::uint64_t communicator);
// Counts an operation that the program starts, if the communicator's operations are counted. `operation` is an index
// into collective_operations, or -1.
void begun_collective(std::uint64_t communicator, int operation);
// Stops counting after a failed call, because it is unknown whether other members see the operation as started.
void failed_collective(std::uint64_t communicator);

// Records a synchronisation call of a window. The number is stored in mpidbg_record_handle.last_use_argument.
void synchronised(const Doer &doer, std::uint64_t window, std::int32_t number);
// Record that the program has taken or released a lock of a window. The first replaces an earlier lock of the same key.
void locked(const Doer &doer, const LockKey &key, mpidbg_record_lock_type type);
void unlocked(const LockKey &key);
// Also removes all locks of the window.
void window_freed(std::uint64_t window);

}  // namespace recorder
