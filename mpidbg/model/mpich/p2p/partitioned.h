#pragma once
// Reads requests of MPI_Psend_init and MPI_Precv_init. Source: src/mpid/ch4/src/mpidig_part.{c,h}, 4.0 to 5.0.
//
// The sender announces itself in MPI_Psend_init. When MPI_Start was called and the announcement has arrived, the
// receiver reports that it is ready. When all partitions are ready and the receiver has reported, their data is sent at
// once. Another request transports the data and completes the partitioned request. The sender's request does not
// contain the tag.

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

// If another request is completed together with this one, returns the address of its completion counter; otherwise
// null.
Address completes(const Attachment &process, const layout::View<RequestLayout> &request);

}  // namespace mpidbg::model::mpich
