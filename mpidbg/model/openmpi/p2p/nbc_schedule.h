#pragma once
// Decodes the schedule of a nonblocking collective operation, whose format is described in nbc_layout.h.

#include "mpidbg/model/objects/request.h"
#include "mpidbg/model/openmpi/opal/objects.h"

namespace mpidbg::model::openmpi {

// Holds a copy of the bytes of a schedule.
struct NbcScheduleBytes {
  Address address{};
  std::vector<std::byte> bytes;
  // The base address for buffers that the schedule marks as offsets.
  Address temporary_buffer{};
};

// Returns the operations of the round at offset `row_offset` and of all later rounds. All operations are in the state
// `waiting`, and only comm_rank is set in their peers. Errors: corrupt.
Result<Schedule> decode_schedule(const Objects &objects, const NbcScheduleBytes &data, std::uint64_t row_offset);

}  // namespace mpidbg::model::openmpi
