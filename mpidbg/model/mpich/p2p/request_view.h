#pragma once
// Reads one MPIR_Request, and answers the questions that both request_index.h and requests.h have about it.

#include "mpidbg/layout/view.h"
#include "mpidbg/model/mpich/attach.h"

namespace mpidbg::model::mpich {

using RequestView = layout::View<RequestLayout>;

// Holds the numbers of those kinds of requests whose numbers differ between versions.
struct RequestKinds {
  std::uint32_t generalized = 0, collective = 0, matched_probe = 0, window = 0;
};

// Returns the numbers of these kinds in the version of MPICH in the process. Errors: layout.
Result<RequestKinds> request_kinds(const Attachment &process);
// Returns true for the handle of a request that is shared by all calls whose operations complete at once.
bool is_shared_request(std::uint32_t handle);
// Returns true for the kind of a persistent request. Persistent kinds have the same numbers in all versions.
bool is_persistent(std::uint32_t kind);

// Reads the MPIR_Request at an address. Errors: layout; unreadable.
Result<RequestView> read_request_view(const Attachment &process, Address request);
// Returns true if the request's completion counter is 0; a started persistent request uses the counter of the request
// that it has started. Errors: corrupt; unreadable.
Result<bool> is_complete(const Attachment &process, const RequestView &view);

}  // namespace mpidbg::model::mpich
