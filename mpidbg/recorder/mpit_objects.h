#pragma once
// Lists the objects to which variables and event types can be bound. These are the predefined communicators and the
// live objects in the record. Objects that a call is about to free are omitted.

#include <cstddef>
#include <cstdint>

#include "mpidbg/recorder/record_format.h"

namespace recorder {

// Identifies a live object to which a variable or an event type can be bound.
struct BoundObject {
  std::uint64_t handle;
  // A number that differs between two objects that had the same handle one after the other.
  std::uint64_t identity;
};

inline constexpr std::size_t most_objects = 2048;

// Holds the live objects of one kind, at most most_objects. Communicators of MPI_Comm_idup are omitted, because it is
// unknown when they become valid. Only one thread at a time may use the list (sampling_lock).
struct ObjectList {
  const BoundObject *objects;
  std::size_t count;
};
// Returns the live objects of one kind. The list is valid until the next call.
ObjectList live_objects(int kind);

// Returns true if the recorder may bind handles of variables and registrations of events to objects of the kind. If the
// first question about a kind comes after MPI_Init, the result is false until the next snapshot, because calls that
// free such objects were not tracked before.
bool may_bind_to(int kind);
// Lets may_bind_to() return true for the kinds for which it was called. Must be called after each snapshot.
void allow_new_kinds();

// Returns true if object_is_ending() and object_has_ended() must be called for the kind. Takes no lock.
bool is_bound_kind(int kind);

// object_is_ending() must be called before a call that frees an object, and object_has_ended() after the call. In
// between, the object is not listed. The caller must hold sampling_lock.
void object_is_ending(int kind, std::uint64_t handle);
void object_has_ended(int kind, std::uint64_t handle);

// Returns true if the library can safely read its variables for this object. Open MPI 4 can do so only for
// intracommunicators. For a window, it reads a variable of one component in the module of whatever component the window
// has. For an intercommunicator, it takes the size of the local group for that of the remote group. For other kinds it
// has no variables.
bool is_safe_to_bind(int kind, std::uint64_t handle);

}  // namespace recorder
