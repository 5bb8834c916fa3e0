#pragma once
// The states of a process that can be selected, in chronological order: its complete snapshots, by number, and the
// present.

#include <cstdint>
#include <vector>

#include "mpidbg/model/mpit/tool_information.h"

namespace mpidbg::model::mpit {

// The number of a snapshot, or `now`.
using Moment = std::uint64_t;
inline constexpr Moment now = UINT64_MAX;

// Gives access to the interface in each state.
class States {
 public:
  virtual ~States() = default;
  // The result is valid until the next call. Errors: unavailable if the snapshot was overwritten.
  virtual Result<ToolInformation *> at(Moment moment) = 0;
  // Returns the snapshots after the first and before the second, in order.
  virtual Result<std::vector<Moment>> between(Moment first, Moment second) = 0;
};

}  // namespace mpidbg::model::mpit
