#pragma once
// Manages the recorder's own performance session. The session has a started handle for each performance variable that
// is not bound, and for a bound variable one for each object. A handle lasts as long as the object, so a counter counts
// from the moment at which the object was first seen. Only one thread at a time may use the handles (sampling_lock).

#include <cstdint>

#include "mpidbg/recorder/mpit_functions.h"

namespace recorder {

// Describes a handle, or the library's refusal to allocate one.
struct PvarHandle {
  enum class State : std::uint8_t { unused, allocated, refused, freed };

  MPI_T_pvar_handle handle;
  // The handle of the object to which the variable is bound; 0 if it is not bound.
  std::uint64_t object;
  std::uint64_t identity;
  std::int32_t pvar;
  // The number of elements of the variable's value.
  std::int32_t count;
  // The error code with which the library refused; 0 for an allocated handle.
  std::int32_t error;
  // The number of the last call of renew_pvar_handles() in which the object was alive.
  std::uint32_t visited;
  // The kind of the object.
  std::uint8_t kind;
  State state;
};

// Opens the session. Returns false if the library refuses.
bool open_pvar_session();
// Frees all handles and closes the session.
void close_pvar_session();

// Allocates handles for all active variables in the catalogue and all live objects, and frees the handles of other
// variables and objects. Some variables of Open MPI 4 are excluded: mtl_psm2_* (if that component is not in use, the
// library follows a null pointer) and pml_monitoring_flush (starting it ends the component's own output).
void renew_pvar_handles(std::int32_t pvar_count);

// Frees the handles that are bound to an object which is about to be freed.
void free_pvar_handles_of(int kind, std::uint64_t object);

// Calls visit(handle) for each handle that is allocated or refused.
template <class Visit>
void for_each_pvar_handle(const Visit &visit);

// Reads the values of a handle. Returns MPI_SUCCESS, or the library's error code.
int read_pvar(const PvarHandle &handle, void *values);

// The size of the table of handles. It must be a power of two.
inline constexpr std::uint32_t most_pvar_handles = 4096;
extern PvarHandle pvar_handles[most_pvar_handles];

template <class Visit>
void for_each_pvar_handle(const Visit &visit) {
  using State = PvarHandle::State;
  for (const PvarHandle &handle : pvar_handles)
    if (handle.state == State::allocated || handle.state == State::refused) visit(handle);
}

}  // namespace recorder
