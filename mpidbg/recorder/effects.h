#pragma once
// What calls do to handles, written into the tables.

#include <cstdint>

#include "mpidbg/recorder/frame.h"

namespace recorder {

// A new handle, with the first words of the call's arguments. `shared`: the library may give the program the same handle
// several times, which has to free it as often (MPI_Comm_group).
void created(Frame &frame, mpidbg_record_kind kind, std::uint64_t handle, bool shared, unsigned words);
void freed(Frame &frame, mpidbg_record_kind kind, std::uint64_t handle);
// A window's synchronisation.
void synchronised(Frame &frame, std::uint64_t window);

void request_freed(Frame &frame, std::uint64_t request);
// The call has given a request back: completed, or, where it is persistent, inactive.
void request_ended(Frame &frame, std::uint64_t request);
void request_inactive(Frame &frame, std::uint64_t request);
void request_started(Frame &frame, std::uint64_t request);
void request_cancelled(Frame &frame, std::uint64_t request);

}  // namespace recorder
