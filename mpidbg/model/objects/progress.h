#pragma once
// Whether a process goes on, as the point-to-point layer shows it where it does not count messages by peer. Plain data.

#include <cstdint>
#include <optional>
#include <vector>

namespace mpidbg::model {

struct Progress {
  // Numbers of receives, messages and the like so far: while all stay the same, no message has arrived that is not
  // among the unexpected ones, and no receive was posted.
  std::vector<std::uint64_t> counters;
  // Whether no message to this process is between its sender and its queues; empty if that cannot be seen.
  std::optional<bool> transport_empty;
};

}  // namespace mpidbg::model
