#pragma once
// Finds the peers of a request by their ranks in the request's communicator.

#include <memory>
#include <unordered_map>

#include "mpidbg/model/objects/communicator.h"
#include "mpidbg/model/objects/request.h"
#include "mpidbg/model/openmpi/handle_reader.h"

namespace mpidbg::model::openmpi {

struct Handles;

// Holds a communicator and its groups, as needed for requests on it.
struct RequestCommunicator {
  Communicator communicator;
  // The group of the peers: the remote group of an intercommunicator, otherwise the local group.
  std::shared_ptr<const std::vector<ProcessName>> peers;
  std::shared_ptr<const std::vector<ProcessName>> local;
};

class RequestPeers {
 public:
  explicit RequestPeers(Handles &handles) : handles_(handles) {}

  void clear() { known_.clear(); }

  // Reads a communicator. The result is cached until clear(), because many requests share a few communicators.
  Result<const RequestCommunicator *> communicator(Address handle);

  // Returns the peer with this rank. Errors: corrupt if the group has no such rank.
  Result<RequestPeer> peer(Address communicator, std::int32_t rank, bool in_local_group = false);

 private:
  Handles &handles_;
  std::unordered_map<Address, RequestCommunicator> known_;
};

}  // namespace mpidbg::model::openmpi
