#pragma once
// Whether MPICH's pending requests and those of UCX go together: each is for one of the other, in the same direction.
// What does not is damaged, or was caught while the library begins or ends the operation.

#include <functional>
#include <span>
#include <vector>

#include "mpidbg/model/ucx/operations.h"

namespace mpidbg::model::mpich {

// A pending request to send or receive, not persistent, that the network device carries.
struct PendingRequest {
  Address request{};  // MPIR_Request
  std::uint32_t handle = 0;
  bool is_receive = false;
  // The device holds a reference, which it takes before it begins the operation and drops after it has ended it.
  bool is_held = false;
  bool is_local = false;  // carried within the node, in builds with a device for shared memory
};

struct CarriedRequests {
  std::span<const PendingRequest> pending;  // by address
  std::vector<ucx::PooledRequest> in_ucx;
  bool all_in_ucx = true;  // false: other workers carry some of them, too
};

// Errors: corrupt, naming the first request that does not fit. `check_other`: why an MPIR_Request that a request of UCX
// names and that is not among the pending ones cannot be the one.
Status check_carried(CarriedRequests requests,
                     const std::function<Status(Address request, const ucx::PooledRequest &in_ucx)> &check_other);

}  // namespace mpidbg::model::mpich
