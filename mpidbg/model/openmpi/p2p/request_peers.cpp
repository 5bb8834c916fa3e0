#include "mpidbg/model/openmpi/p2p/request_peers.h"

#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/model/openmpi/handles.h"

namespace mpidbg::model::openmpi {

Result<const RequestCommunicator *> RequestPeers::communicator(Address handle) {
  if (const auto known = known_.find(handle); known != known_.end()) return &known->second;
  RequestCommunicator found;
  MPIDBG_ASSIGN(communicator, handles_.communicators.outline(handle));
  found.communicator = std::move(communicator);
  MPIDBG_ASSIGN(peers, handles_.groups.members(found.communicator.remote_group.address()));
  MPIDBG_ASSIGN(local, handles_.groups.members(found.communicator.local_group.address()));
  found.peers = peers;
  found.local = local;
  return &known_.emplace(handle, std::move(found)).first->second;
}

Result<RequestPeer> RequestPeers::peer(Address handle, std::int32_t rank, bool in_local_group) {
  MPIDBG_ASSIGN(known, communicator(handle));
  const auto &members = in_local_group ? *known->local : *known->peers;
  if (rank < 0 || static_cast<std::size_t>(rank) >= members.size()) {
    return Error{ErrorCode::corrupt,
                 "a request on the communicator at " + hex(handle) + " has peer " + std::to_string(rank) +
                     " in a group of " + std::to_string(members.size()),
                 handle};
  }
  RequestPeer peer;
  peer.comm_rank = rank;
  peer.name = members[static_cast<std::size_t>(rank)];
  peer.world_rank = handles_.world.rank_of(peer.name);
  return peer;
}

}  // namespace mpidbg::model::openmpi
