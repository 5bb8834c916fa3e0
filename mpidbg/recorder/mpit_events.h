#pragma once
// Writes events that the library raises through MPI_T to the record's ring. The callbacks are registered for each type
// of events, for each object to which a type is bound, and at all four levels of safety. Writing takes no lock and
// allocates no memory, so it may happen in a signal handler.

#include <cstdint>

namespace recorder {

// Registers callbacks for all existing types and live objects, and frees registrations of ended objects. Like the
// functions below, it may be used by one thread at a time (sampling_lock).
void renew_registrations(std::int32_t event_count);

// Frees the registrations for an object that is about to be freed.
void free_registrations_of(int kind, std::uint64_t object);

// Frees all registrations.
void free_registrations();

}  // namespace recorder
