#pragma once
// The states of a process that can be selected, in the order of time: its complete snapshots, by their numbers, and
// now.

#include <cstdint>
#include <vector>

#include "mpidbg/model/mpit/tool_information.h"

namespace mpidbg::model::mpit {

using Moment = std::uint64_t;  // number of a snapshot
inline constexpr Moment now = UINT64_MAX;

class States {
 public:
  virtual ~States() = default;
  // Valid until the next call. Errors: unavailable if the snapshot is not there any more.
  virtual Result<ToolInformation *> at(Moment moment) = 0;
  // The snapshots after the first and before the second, in order.
  virtual Result<std::vector<Moment>> between(Moment first, Moment second) = 0;
};

}  // namespace mpidbg::model::mpit
