#pragma once
// One MPIR_Request in memory, with the questions that both its index and its reader ask.

#include "mpidbg/layout/view.h"
#include "mpidbg/model/mpich/attach.h"

namespace mpidbg::model::mpich {

using RequestView = layout::View<RequestLayout>;

// The numbers of those kinds of requests that differ between versions.
struct RequestKinds {
  std::uint32_t generalized = 0, collective = 0, matched_probe = 0, window = 0;
};

// Errors: layout.
Result<RequestKinds> request_kinds(const Attachment &process);
// Returns true for a persistent kind. Those numbers are the same in all versions.
bool is_persistent(std::uint32_t kind);

// Errors: layout; unreadable.
Result<RequestView> read_request_view(const Attachment &process, Address request);
// Returns whether the counter of the request, or of the request that it has started, is 0. Errors: corrupt; unreadable.
Result<bool> is_complete(const Attachment &process, const RequestView &view);

}  // namespace mpidbg::model::mpich
