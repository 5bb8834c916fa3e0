#pragma once
// The fields that Open MPI packs into a UCX tag. Source: ompi/mca/pml/ucx/pml_ucx_request.h, unchanged from 4.1 to 6.0.
// A tag has 24 bits of MPI tag (signed), 20 bits of the sender's rank in the communicator, and 20 bits of context id.

#include "mpidbg/model/ucx/envelope.h"

namespace mpidbg::model::openmpi {

// Returns true if receives of Open MPI use the mask. There are four: for one source or any, and for one tag or any.
bool is_receive_mask(std::uint64_t mask);

// Returns true if the tag can be that of a receive or probe with the mask: a field that the mask ignores must contain
// the wildcard itself.
bool is_tag_of_mask(std::uint64_t tag, std::uint64_t mask);

// Unpacks the tag of a receive, or, with a mask of all ones, of a message or a send.
ucx::Envelope decode_ucx_tag(std::uint64_t tag, std::uint64_t mask = ~std::uint64_t{0});

}  // namespace mpidbg::model::openmpi
