#pragma once
// Writes the effects of calls on handles to the tables. Handles that are not recorded are ignored.

#include <cstdint>

#include "mpidbg/recorder/frame.h"
#include "mpidbg/recorder/library.h"
#include "mpidbg/recorder/locks.h"

namespace recorder {

// Describes a handle that a call returned to the program.
struct Creation {
  mpidbg_record_kind kind;
  std::uint64_t handle;
  // True if the library may return the same handle several times (MPI_Comm_group). The program then has to free it as
  // often.
  bool shared;
  bool fortran;
  std::uint64_t parent;
  // The arguments of the call that returned the handle.
  const std::uint64_t *arguments;
  unsigned argument_count;
  // The name that was passed to the call; null if there was none.
  const char *name;
  std::uint64_t name_length;
  // The rank of the process in a new communicator, and the communicator's size.
  Place place;
};
// Records a handle that a call returned for the first time or once more.
void created(const Doer &doer, const Creation &creation);

// Records the name passed to MPI_Comm_set_name and similar calls.
void named(mpidbg_record_kind kind, std::uint64_t handle, const char *name, std::uint64_t length);

// Records that the program freed a handle. `kept` is true if the library still has the object (kept_objects.h). Returns
// the entry if the program has no further reference to the object; otherwise null.
mpidbg_record_handle *freed(const Doer &doer, mpidbg_record_kind kind, std::uint64_t handle, bool kept);

// Starts to count the collective operations that the program begins on a communicator.
void count_collectives(std::uint64_t communicator);
// Counts a collective operation that the program starts, unless the operations on the communicator are not counted.
// `operation` is its number in collective_operations.h, or -1.
void begun_collective(std::uint64_t communicator, int operation);
// Stops counting the collective operations on a communicator because a call has failed: it is unknown whether other
// members count that operation.
void failed_collective(std::uint64_t communicator);

// Records a synchronisation call of a window. `number` is stored in mpidbg_record_handle.last_use_argument.
void synchronised(const Doer &doer, std::uint64_t window, std::int32_t number);
// These functions record that the program has taken or released a lock of a window. locked() replaces an earlier lock
// with the same key.
void locked(const Doer &doer, const LockKey &key, mpidbg_record_lock_type type);
void unlocked(const LockKey &key);
// Records that the program has freed a window, and removes all its locks.
void window_freed(std::uint64_t window);

}  // namespace recorder
