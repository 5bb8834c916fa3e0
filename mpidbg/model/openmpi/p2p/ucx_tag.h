#pragma once
// What Open MPI puts into a tag of UCX. Source: ompi/mca/pml/ucx/pml_ucx_request.h, the same from 4.1 to 6.0: 24 bits
// of tag, signed, 20 bits of the sender's rank in the communicator, 20 bits of context id.

#include "mpidbg/model/ucx/envelope.h"

namespace mpidbg::model::openmpi {

// Whether a tag may be that of a receive or a probe with this mask: masks are four, and what a mask leaves out of a tag
// Whether receives of Open MPI have the mask: for one source or any, and for one tag or any.
bool is_receive_mask(std::uint64_t mask);

// is the wildcard itself.
bool is_tag_of_mask(std::uint64_t tag, std::uint64_t mask);

// Of a message or a send, whose mask is all ones, or of a receive.
ucx::Envelope decode_ucx_tag(std::uint64_t tag, std::uint64_t mask = ~std::uint64_t{0});

}  // namespace mpidbg::model::openmpi
