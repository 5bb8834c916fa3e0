#pragma once
// Describes a channel: how many messages this process and one peer have exchanged on a communicator, as counted by the
// point-to-point layer. Plain data.

#include <cstdint>

#include "mpidbg/model/objects/group.h"

namespace mpidbg::model {

// Describes one channel. The counts `sent` and `taken` are modulo 2^16, because messages carry sequence numbers of 16
// bits.
struct Channel {
  // The rank of the peer in the communicator, or in the remote group of an intercommunicator.
  int comm_rank = -1;
  // The rank of the peer in MPI_COMM_WORLD; -1 if it is not a member.
  int world_rank = -1;
  ProcessName peer;
  // The number of messages to the peer, including those in flight.
  std::uint16_t sent = 0;
  // The number of messages from the peer that arrived in order, matched or unexpected. Messages that overtook earlier
  // ones are not counted yet.
  std::uint16_t taken = 0;
};

}  // namespace mpidbg::model
