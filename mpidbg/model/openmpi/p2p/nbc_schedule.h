#pragma once
// The schedule of a nonblocking collective operation, decoded. nbc_layout.h describes its bytes.

#include "mpidbg/model/objects/request.h"
#include "mpidbg/model/openmpi/opal/objects.h"

namespace mpidbg::model::openmpi {

struct NbcScheduleBytes {
  Address address{};
  std::vector<std::byte> bytes;
  Address temporary_buffer{};  // what flagged buffers are offsets into
};

// Peers have their rank in the communicator alone; all operations are waiting. The operations are those of the round
// that begins at `row_offset` and of the following ones. Errors: corrupt.
Result<Schedule> decode_schedule(const Objects &objects, const NbcScheduleBytes &data, std::uint64_t row_offset);

}  // namespace mpidbg::model::openmpi
