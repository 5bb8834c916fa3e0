#pragma once
// Unpacks the tags that Open MPI passes to UCX: 24 bits of MPI tag (signed), 20 bits of the sender's rank in the
// communicator, and 20 bits of context id. Source: ompi/mca/pml/ucx/pml_ucx_request.h, unchanged from 4.1 to 6.0.

#include "mpidbg/model/ucx/envelope.h"

namespace mpidbg::model::openmpi {

// Returns true if receives of Open MPI use the mask. There are four masks: for one source or any, and for one tag or
// any.
bool is_receive_mask(std::uint64_t mask);

// Returns true if a receive or probe can have this tag and mask. A field of the tag that the mask ignores must contain
// the wildcard.
bool is_tag_of_mask(std::uint64_t tag, std::uint64_t mask);

// Unpacks the tag of a receive, or, with a mask of all ones, of a message or a send.
ucx::Envelope decode_ucx_tag(std::uint64_t tag, std::uint64_t mask = ~std::uint64_t{0});

}  // namespace mpidbg::model::openmpi
