#pragma once
// Decodes the schedule of a nonblocking collective operation, whose format is described in nbc_layout.h.

#include "mpidbg/model/objects/request.h"
#include "mpidbg/model/openmpi/opal/objects.h"

namespace mpidbg::model::openmpi {

// Holds a copy of the bytes of a schedule.
struct NbcScheduleBytes {
  Address address{};
  std::vector<std::byte> bytes;
  // The buffer to which those buffer addresses in the schedule are relative that are marked as offsets.
  Address temporary_buffer{};
};

// Returns the operations of the round that begins at offset `row_offset`, and of the rounds after it. Of the peers,
// only comm_rank is filled, and all operations are in the state `waiting`. Errors: corrupt.
Result<Schedule> decode_schedule(const Objects &objects, const NbcScheduleBytes &data, std::uint64_t row_offset);

}  // namespace mpidbg::model::openmpi
