#pragma once
// Signs of progress in point-to-point layers that do not count messages for each peer. Plain data.

#include <cstdint>
#include <optional>
#include <vector>

namespace mpidbg::model {

struct Progress {
  // Numbers of receives, messages and the like so far: while all stay the same, no message has arrived that is not
  // among the unexpected ones, and no receive was posted.
  std::vector<std::uint64_t> counters;
  // True if no message to this process is in flight; empty if that cannot be seen.
  std::optional<bool> transport_empty;
};

}  // namespace mpidbg::model
