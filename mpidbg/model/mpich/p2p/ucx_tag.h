#pragma once
// Decodes the fields that MPICH packs into a tag of UCX: context id, the sender's rank in the communicator, and the MPI
// tag.

#include "mpidbg/layout/mpich/objects/constants.h"
#include "mpidbg/layout/mpich/p2p/constants.h"
#include "mpidbg/model/objects/operation.h"
#include "mpidbg/model/ucx/envelope.h"

namespace mpidbg::model::mpich {

// Decodes the tag of a receive with its mask, or the tag of a message or a send, whose mask is all ones.
ucx::Envelope decode_ucx_tag(std::uint64_t tag, std::uint64_t mask = ~std::uint64_t{0});

// Returns true if the mask is one with which MPICH receives: from one source or any source, with one tag or any tag.
bool is_receive_mask(std::uint64_t mask);

// Returns true for messages of the library itself to the leader of another group, in MPI_Intercomm_create and similar
// calls. Their context ids belong to no communicator.
bool is_of_leaders(std::uint64_t tag);
constexpr bool is_context_of_leaders(std::uint64_t context_id) {
  return context_id >> (64 - layout::mpich::ucx_context_shift) != 0;
}

// Returns true for messages of collective operations, whose context id has an additional bit.
constexpr bool is_of_collective(std::uint64_t context_id) {
  return (context_id & layout::mpich::context_collective) != 0;
}
// Returns the collective operation for which a message with this tag is sent.
Collective collective_of(std::int32_t tag);
bool is_of_nonblocking_collective(std::int32_t tag);
constexpr std::uint64_t context_of_communicator(std::uint64_t context_id) {
  return context_id & ~std::uint64_t{layout::mpich::context_collective};
}

// Converts the context id of a communicator within or among the nodes to that of the program's communicator.
constexpr std::uint64_t context_of_program(std::uint64_t context_id) {
  return context_of_communicator(context_id) & ~std::uint64_t{layout::mpich::context_subcommunicator};
}

}  // namespace mpidbg::model::mpich
