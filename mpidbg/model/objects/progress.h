#pragma once
// Describes signs of progress in point-to-point layers that do not count messages per peer. Plain data.

#include <cstdint>
#include <optional>
#include <vector>

namespace mpidbg::model {

// Describes the state of one process at one stop. A comparison of the states at two stops shows whether messages
// arrived in between.
struct Progress {
  // Counters of receives, messages and the like. While all of them keep their values, no receive was posted, and no
  // messages have arrived except unexpected ones.
  std::vector<std::uint64_t> counters;
  // True if no message to this process is in flight; empty if unknown.
  std::optional<bool> transport_empty;
};

}  // namespace mpidbg::model
