#pragma once
// The objects that variables and event types can be bound to: the predefined communicators, and what the record has
// as live. Objects that a call is about to free are none any more.

#include <cstddef>
#include <cstdint>

#include "mpidbg/recorder/record_format.h"

namespace recorder {

struct BoundObject {
  std::uint64_t handle;
  std::uint64_t identity;  // differs for two objects that had the same handle one after the other
};

inline constexpr std::size_t most_objects = 2048;

// Those of one kind, at most most_objects of them. Communicators of MPI_Comm_idup are left out: when they become valid
// is not known. Used by one thread at a time (sampling_lock).
struct ObjectList {
  const BoundObject *objects;
  std::size_t count;
};
ObjectList live_objects(int kind);

// Whether anything may be bound to objects of the kind. The first time after MPI_Init that something could be, the
// answer is no until the next snapshot: calls that free such objects have not been noticed so far.
bool may_bind_to(int kind);
void allow_new_kinds();  // after a snapshot

// Whether object_is_ending and object_has_ended are to be called for the kind; without a lock.
bool is_bound_kind(int kind);

// Between these two the object is not listed. The caller holds the sampling_lock.
void object_is_ending(int kind, std::uint64_t handle);
void object_has_ended(int kind, std::uint64_t handle);

// Whether the library reads its variables safely for this object. Open MPI 4 does not for windows (a variable of one
// component is read in whatever component's module the window has) and intercommunicators (it takes the size of the
// local group for that of the remote one), nor for other kinds, which it has no variables for.
bool is_safe_to_bind(int kind, std::uint64_t handle);

}  // namespace recorder
