#pragma once
// One MPIR_Request as memory has it: what its index and its reader both ask of it.

#include "mpidbg/layout/view.h"
#include "mpidbg/model/mpich/attach.h"

namespace mpidbg::model::mpich {

using RequestView = layout::View<RequestLayout>;

// The numbers of those kinds of requests that depend on the version.
struct RequestKinds {
  std::uint32_t generalized = 0, collective = 0, matched_probe = 0, window = 0;
};

// Errors: layout.
Result<RequestKinds> request_kinds(const Attachment &process);
// Of a kind that does not depend on the version.
bool is_persistent(std::uint32_t kind);

// Errors: layout; unreadable.
Result<RequestView> read_request_view(const Attachment &process, Address request);
// By its counter, or by that of what it has started. Errors: corrupt; unreadable.
Result<bool> is_complete(const Attachment &process, const RequestView &view);

}  // namespace mpidbg::model::mpich
