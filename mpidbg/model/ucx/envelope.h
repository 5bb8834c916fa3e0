#pragma once
// An envelope holds the fields that an MPI library has packed into a UCX tag. Plain data.

#include <cstdint>
#include <optional>

namespace mpidbg::model::ucx {

struct Envelope {
  std::uint64_t context_id = 0;
  // The rank of the sender in the communicator; empty for MPI_ANY_SOURCE.
  std::optional<std::int32_t> source;
  // The tag in MPI; empty for MPI_ANY_TAG.
  std::optional<std::int32_t> tag;
};

}  // namespace mpidbg::model::ucx
