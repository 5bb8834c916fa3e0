#pragma once
// What an MPI library has put into a tag of UCX, taken apart. Plain data.

#include <cstdint>
#include <optional>

namespace mpidbg::model::ucx {

struct Envelope {
  std::uint64_t context_id = 0;
  std::optional<std::int32_t> source;  // rank of the sender in the communicator; empty: any
  std::optional<std::int32_t> tag;     // empty: any
};

}  // namespace mpidbg::model::ucx
