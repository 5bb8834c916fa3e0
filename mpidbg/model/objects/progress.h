#pragma once
// Signs of progress in point-to-point layers that do not count messages per peer. Plain data.

#include <cstdint>
#include <optional>
#include <vector>

namespace mpidbg::model {

// Describes the state of one process at one look. Compare two of them to learn whether messages arrived in between.
struct Progress {
  // Counters of receives, messages and the like. While all of them keep their values, no message has arrived other than
  // the unexpected ones, and no receive was posted.
  std::vector<std::uint64_t> counters;
  // True if no message to this process is in flight; empty if that cannot be seen.
  std::optional<bool> transport_empty;
};

}  // namespace mpidbg::model
