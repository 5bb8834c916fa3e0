#pragma once
// An envelope holds the fields that an MPI library has packed into a UCX tag. Plain data.

#include <cstdint>
#include <optional>

namespace mpidbg::model::ucx {

struct Envelope {
  std::uint64_t context_id = 0;
  // The rank of the sender in the communicator; empty if any source matches.
  std::optional<std::int32_t> source;
  // The tag of MPI; empty if any tag matches.
  std::optional<std::int32_t> tag;
};

}  // namespace mpidbg::model::ucx
