#pragma once
// Whom a request communicates with, by rank in its communicator.

#include <memory>
#include <unordered_map>

#include "mpidbg/model/objects/communicator.h"
#include "mpidbg/model/objects/request.h"
#include "mpidbg/model/openmpi/handle_reader.h"

namespace mpidbg::model::openmpi {

struct Handles;

// A communicator, as requests on it see it.
struct RequestCommunicator {
  Communicator communicator;
  std::shared_ptr<const std::vector<ProcessName>> peers;  // that ranks count in: the remote group if there is one
  std::shared_ptr<const std::vector<ProcessName>> local;
};

class RequestPeers {
 public:
  explicit RequestPeers(Handles &handles) : handles_(handles) {}

  void clear() { known_.clear(); }

  // Kept until clear(): requests share a handful of communicators.
  Result<const RequestCommunicator *> communicator(Address handle);

  // Errors: corrupt for a rank that the group does not have.
  Result<RequestPeer> peer(Address communicator, std::int32_t rank, bool in_local_group = false);

 private:
  Handles &handles_;
  std::unordered_map<Address, RequestCommunicator> known_;
};

}  // namespace mpidbg::model::openmpi
