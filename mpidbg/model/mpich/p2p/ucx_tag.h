#pragma once
// What MPICH puts into a tag of UCX: context id, the sender's rank in the communicator, tag.

#include "mpidbg/layout/mpich/objects/constants.h"
#include "mpidbg/layout/mpich/p2p/constants.h"
#include "mpidbg/model/objects/operation.h"
#include "mpidbg/model/ucx/envelope.h"

namespace mpidbg::model::mpich {

// Of a message or a send, whose mask is all ones, or of a receive.
ucx::Envelope decode_ucx_tag(std::uint64_t tag, std::uint64_t mask = ~std::uint64_t{0});

// Whether MPICH makes receives with the mask: from one source or any, with one tag or any.
bool is_receive_mask(std::uint64_t mask);

// Whether the library itself tells the leader of another group something, in MPI_Intercomm_create and its like. Its
// context id is that of no communicator.
bool is_of_leaders(std::uint64_t tag);
constexpr bool is_context_of_leaders(std::uint64_t context_id) {
  return context_id >> (64 - layout::mpich::ucx_context_shift) != 0;
}

// Messages of collective operations have a bit in the context id of the communicator.
constexpr bool is_of_collective(std::uint64_t context_id) {
  return (context_id & layout::mpich::context_collective) != 0;
}
// The one that the tag of such a message stands for.
Collective collective_of(std::int32_t tag);
bool is_of_nonblocking_collective(std::int32_t tag);
constexpr std::uint64_t context_of_communicator(std::uint64_t context_id) {
  return context_id & ~std::uint64_t{layout::mpich::context_collective};
}

// Of the communicator that the program has, for those among and within the nodes.
constexpr std::uint64_t context_of_program(std::uint64_t context_id) {
  return context_of_communicator(context_id) & ~std::uint64_t{layout::mpich::context_subcommunicator};
}

}  // namespace mpidbg::model::mpich
