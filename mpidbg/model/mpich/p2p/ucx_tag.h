#pragma once
// The fields that MPICH packs into a UCX tag: context id, the sender's rank in the communicator, and the tag of MPI.

#include "mpidbg/layout/mpich/objects/constants.h"
#include "mpidbg/layout/mpich/p2p/constants.h"
#include "mpidbg/model/objects/operation.h"
#include "mpidbg/model/ucx/envelope.h"

namespace mpidbg::model::mpich {

// Unpacks the tag of a receive, or, with a mask of all ones, of a message or a send.
ucx::Envelope decode_ucx_tag(std::uint64_t tag, std::uint64_t mask = ~std::uint64_t{0});

// Returns true if receives of MPICH use the mask: from one source or any, with one tag or any.
bool is_receive_mask(std::uint64_t mask);

// Returns true for messages of the library itself to the leader of another group, in MPI_Intercomm_create and similar
// calls. Their context id belongs to no communicator.
bool is_of_leaders(std::uint64_t tag);
constexpr bool is_context_of_leaders(std::uint64_t context_id) {
  return context_id >> (64 - layout::mpich::ucx_context_shift) != 0;
}

// Messages of collective operations have an additional bit in the context id of the communicator.
constexpr bool is_of_collective(std::uint64_t context_id) {
  return (context_id & layout::mpich::context_collective) != 0;
}
// Returns the collective operation that the tag of such a message stands for.
Collective collective_of(std::int32_t tag);
bool is_of_nonblocking_collective(std::int32_t tag);
constexpr std::uint64_t context_of_communicator(std::uint64_t context_id) {
  return context_id & ~std::uint64_t{layout::mpich::context_collective};
}

// Returns the context id of the program's communicator, for communicators within and among the nodes.
constexpr std::uint64_t context_of_program(std::uint64_t context_id) {
  return context_of_communicator(context_id) & ~std::uint64_t{layout::mpich::context_subcommunicator};
}

}  // namespace mpidbg::model::mpich
