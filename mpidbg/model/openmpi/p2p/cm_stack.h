#pragma once
// Finds requests of blocking calls over the layer "cm", which are on the stack of the caller. A request of the
// component "ofi" has two pointers to functions of the component next to each other; each place of the stack with such
// a pair may be part of a request. Remains of earlier calls look alike, so the caller has to confirm a request by an
// entry of libfabric.

#include <vector>

#include "mpidbg/model/openmpi/p2p/cm_module.h"

namespace mpidbg::model::openmpi {

struct CmStack {
  // The addresses of requests (ompi_mtl_ofi_request_t) that may be pending receives.
  std::vector<Address> receives;
  // The addresses of requests that may be pending sends.
  std::vector<Address> sends;
};

// Searches the stack from its top, `stack_top`, towards lower addresses. Errors: unreadable.
Result<CmStack> search_cm_stack(const Attachment &process, const CmModule &module, Address stack_top);

}  // namespace mpidbg::model::openmpi
