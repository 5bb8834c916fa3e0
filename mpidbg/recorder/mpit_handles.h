#pragma once
// A performance session of the recorder's own, with a started handle for each performance variable and each object that
// one is bound to. They last as long as the object, so that a counter counts from when it was first seen. Used by one
// thread at a time (sampling_lock).

#include <cstdint>

#include "mpidbg/recorder/mpit_functions.h"

namespace recorder {

struct PvarHandle {
  enum class State : std::uint8_t { unused, allocated, refused, freed };

  MPI_T_pvar_handle handle;
  std::uint64_t object;  // 0: bound to none
  std::uint64_t identity;
  std::int32_t pvar;
  std::int32_t count;     // of its elements
  std::int32_t error;     // of one that the library refused
  std::uint32_t visited;  // when the object was last seen alive
  std::uint8_t kind;      // of the object
  State state;
};

bool open_pvar_session();
void close_pvar_session();

// Handles for all variables that the catalogue has as active, and objects that are alive; none for those that are not
// any more. Some of Open MPI 4 have none: mtl_psm2_* (where that component is not in use, the library follows a null
// pointer) and pml_monitoring_flush (the component's own output ends when it is started).
void renew_pvar_handles(std::int32_t pvar_count);

// Those bound to an object that is about to be freed.
void free_pvar_handles_of(int kind, std::uint64_t object);

// Each one that is allocated or refused.
template <class Visit>
void for_each_pvar_handle(const Visit &visit);

// MPI_SUCCESS, or the library's error.
int read_pvar(const PvarHandle &handle, void *values);

inline constexpr std::uint32_t most_pvar_handles = 4096;  // a power of two
extern PvarHandle pvar_handles[most_pvar_handles];

template <class Visit>
void for_each_pvar_handle(const Visit &visit) {
  using State = PvarHandle::State;
  for (const PvarHandle &handle : pvar_handles)
    if (handle.state == State::allocated || handle.state == State::refused) visit(handle);
}

}  // namespace recorder
