#pragma once
// Writes events that the library raises through MPI_T to a ring in the record. The callbacks are registered for each
// type of events, for each object to which a type is bound, and at all four safety levels. Writing takes no lock and
// allocates no memory, so it may happen in a signal handler.

#include <cstdint>

namespace recorder {

// Registers callbacks for all event types and live objects, and frees registrations for objects that have ended. Only
// one thread at a time may call this and the functions below (sampling_lock).
void renew_registrations(std::int32_t event_count);

// Frees the registrations for an object that is about to be freed.
void free_registrations_of(int kind, std::uint64_t object);

// Frees all registrations.
void free_registrations();

}  // namespace recorder
