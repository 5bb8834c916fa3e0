#pragma once
// Describes the states of a process that can be selected: its complete snapshots, identified by their numbers, and the
// present state. They are in chronological order.

#include <cstdint>
#include <vector>

#include "mpidbg/model/mpit/tool_information.h"

namespace mpidbg::model::mpit {

// Identifies a state: the number of a snapshot, or `now` for the present state.
using Moment = std::uint64_t;
inline constexpr Moment now = UINT64_MAX;

// Gives access to the MPI tool information interface in each state.
class States {
 public:
  virtual ~States() = default;
  // Returns the interface in one state, valid until the next call. Errors: unavailable if the snapshot was overwritten.
  virtual Result<ToolInformation *> at(Moment moment) = 0;
  // Returns the snapshots after `first` and before `second`, in order.
  virtual Result<std::vector<Moment>> between(Moment first, Moment second) = 0;
};

}  // namespace mpidbg::model::mpit
