#pragma once
// What a process and one peer have exchanged on a communicator, as the point-to-point layer counts. Plain data.

#include <cstdint>

#include "mpidbg/model/objects/group.h"

namespace mpidbg::model {

// Both are numbers of messages modulo 2^16, which is what messages carry.
struct Channel {
  int comm_rank = -1;   // of the peer in the communicator (the remote group of an intercommunicator)
  int world_rank = -1;  // of the peer in MPI_COMM_WORLD, -1: not a member
  ProcessName peer;
  std::uint16_t sent = 0;   // to the peer, those that are still on their way included
  std::uint16_t taken = 0;  // from the peer, in their order: matched, or unexpected. Early ones do not count.
};

}  // namespace mpidbg::model
