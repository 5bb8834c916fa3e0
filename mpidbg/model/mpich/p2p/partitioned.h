#pragma once
// Requests of MPI_Psend_init and MPI_Precv_init. Source: src/mpid/ch4/src/mpidig_part.{c,h}, 4.0 to 5.0.
//
// The sender says at MPI_Psend_init that it is there, the receiver at MPI_Start, if it has heard of the sender, that it
// is ready. The data of all partitions goes at once, when all are ready and the receiver has said so; another request
// carries it and completes this one. The sender keeps no tag.

#include <cstdint>
#include <optional>

#include "mpidbg/model/mpich/attach.h"
#include "mpidbg/model/objects/operation.h"

namespace mpidbg::model::mpich {

struct PartitionedRequest {
  bool is_send = false;
  bool active = false;  // MPI_Start was called, and no call has completed it
  std::int32_t peer = -1;
  std::optional<std::int32_t> tag;
  // Elements in all partitions together; -1 if the product overflows.
  std::int64_t count = -1;
  std::uint32_t datatype = 0;
  Address buffer{};
  Partitions partitions;
};

// Errors: layout; corrupt if the number of partitions is not possible.
Result<PartitionedRequest> read_partitioned(const Attachment &process, const layout::View<RequestLayout> &request);

// The counter of the request that is complete when this one is; null if there is none.
Address completes(const Attachment &process, const layout::View<RequestLayout> &request);

}  // namespace mpidbg::model::mpich
