#pragma once
// Whom the endpoints of UCX lead to. Open MPI keeps the endpoint of each process that it has talked to in the record of
// the process.

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

  // The rank, in the group that a communicator's messages go to, of the process behind an endpoint; empty if none of
  // the group has it. Reads the group's processes once until clear().
  Result<std::optional<std::int32_t>> rank_of(Address endpoint, Address remote_group);

 private:
  using Ranks = std::unordered_map<Address, int>;  // by each pointer that processes of the group keep

  Result<const Ranks *> ranks(Address group);
  Status add(Address process, int rank, Ranks &ranks) const;

  const Attachment &process_;
  Handles &handles_;
  std::unordered_map<Address, Ranks> groups_;
};

}  // namespace mpidbg::model::openmpi
