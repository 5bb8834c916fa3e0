#pragma once
// Finds the process at the other end of a UCX endpoint. After communicating with a process, Open MPI has the endpoint
// in its record of that process.

#include <optional>
#include <unordered_map>

#include "mpidbg/model/objects/communicator.h"
#include "mpidbg/model/openmpi/handle_reader.h"

namespace mpidbg::model::openmpi {

struct Handles;

class UcxEndpoints {
 public:
  UcxEndpoints(const Attachment &process, Handles &handles) : process_(process), handles_(handles) {}

  void clear();

  // Finds the process at the other end of an endpoint, and returns its rank in `remote_group`; nullopt if no process of
  // the group has the endpoint. `remote_group` is the group that receives a communicator's messages. Reads the records
  // of its processes at most once until clear().
  Result<std::optional<std::int32_t>> rank_of(Address endpoint, Address remote_group);

 private:
  // The ranks of processes, by each of the pointers in their records.
  using Ranks = std::unordered_map<Address, int>;

  // Returns the ranks of a group's processes by their endpoints.
  Result<const Ranks *> ranks(Address group);

  const Attachment &process_;
  Handles &handles_;
  std::unordered_map<Address, Ranks> groups_;
};

}  // namespace mpidbg::model::openmpi
