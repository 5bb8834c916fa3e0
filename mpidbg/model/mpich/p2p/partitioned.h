#pragma once
// Reads requests of MPI_Psend_init and MPI_Precv_init. Source: src/mpid/ch4/src/mpidig_part.{c,h}, 4.0 to 5.0.
//
// The sender announces itself in MPI_Psend_init. In MPI_Start the receiver reports that it is ready, once the
// announcement has arrived. The data of all partitions is sent at once, when all are ready and the receiver has
// reported; another request transports the data and completes the partitioned request. The sender does not store the
// tag.

#include <cstdint>
#include <optional>

#include "mpidbg/model/mpich/attach.h"
#include "mpidbg/model/objects/operation.h"

namespace mpidbg::model::mpich {

// Holds the decoded facts about a partitioned request.
struct PartitionedRequest {
  bool is_send = false;
  // True from MPI_Start until a call of the program has completed the request.
  bool active = false;
  std::int32_t peer = -1;
  std::optional<std::int32_t> tag;
  // The number of elements in all partitions together; -1 if it overflows.
  std::int64_t count = -1;
  std::uint32_t datatype = 0;
  Address buffer{};
  Partitions partitions;
};

// Decodes a partitioned request. Errors: layout; corrupt if the number of partitions is impossible.
Result<PartitionedRequest> read_partitioned(const Attachment &process, const layout::View<RequestLayout> &request);

// Returns the address of the completion counter of another request that is completed together with this one; null if
// none is.
Address completes(const Attachment &process, const layout::View<RequestLayout> &request);

}  // namespace mpidbg::model::mpich
