#pragma once
// The effects of calls on handles, written into the tables. Handles that are not recorded are left alone.

#include <cstdint>

#include "mpidbg/recorder/frame.h"
#include "mpidbg/recorder/library.h"
#include "mpidbg/recorder/locks.h"

namespace recorder {

struct Creation {
  mpidbg_record_kind kind;
  std::uint64_t handle;
  bool shared;  // the library may give the program the same handle several times, which has to free it as often
                // (MPI_Comm_group)
  bool fortran;
  std::uint64_t parent;
  const std::uint64_t *arguments;  // of the call
  unsigned argument_count;
  const char *name;  // null: none
  std::uint64_t name_length;
  Place place;  // of a communicator
};
void created(const Doer &doer, const Creation &creation);

// MPI_Comm_set_name and the like.
void named(mpidbg_record_kind kind, std::uint64_t handle, const char *name, std::uint64_t length);

// `kept`: but the library keeps it (kept_objects.h). The entry, if the program no longer has the handle; else
// null.
mpidbg_record_handle *freed(const Doer &doer, mpidbg_record_kind kind, std::uint64_t handle, bool kept);

// Counts the collectives on a communicator from now on.
void count_collectives(std::uint64_t communicator);
// One that the program begins, where they are counted. `operation`: of collective_operations.h, or -1.
void begun_collective(std::uint64_t communicator, int operation);
// Whether the other members see it as begun is not known: they are no longer counted.
void failed_collective(std::uint64_t communicator);

// A window's synchronisation; the number is in mpidbg_record_handle.last_use_argument.
void synchronised(const Doer &doer, std::uint64_t window, std::int32_t number);
void locked(const Doer &doer, const LockKey &key, mpidbg_record_lock_type type);
void unlocked(const LockKey &key);
void window_freed(std::uint64_t window);  // with all its locks

}  // namespace recorder
