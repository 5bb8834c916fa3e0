#pragma once
// Events that the library raises through MPI_T, written into the record's ring from callbacks: registered for each type
// of events, and each object that one is bound to, at all four levels of safety. Writing takes no lock and allocates
// nothing, so that it may happen in a signal handler.

#include <cstdint>

namespace recorder {

// Registrations for all existing types and live objects; those of ended objects are freed. Used by
// one thread at a time (sampling_lock), as the functions below.
void renew_registrations(std::int32_t event_count);

void free_registrations_of(int kind, std::uint64_t object);

void free_registrations();

}  // namespace recorder
