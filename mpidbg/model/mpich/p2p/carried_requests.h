#pragma once
// Checks that MPICH's pending requests and those of UCX match: each belongs to exactly one of the other, with the same
// direction. A mismatch means damage, or that the process was stopped while the library starts or completes the
// operation.

#include <functional>
#include <span>
#include <vector>

#include "mpidbg/model/ucx/operations.h"

namespace mpidbg::model::mpich {

// A pending, nonpersistent request to send or receive that the network device transports.
struct PendingRequest {
  // The address of the MPIR_Request.
  Address request{};
  std::uint32_t handle = 0;
  bool is_receive = false;
  // The device holds a reference, which it takes before it starts the operation and drops after it has completed it.
  bool is_held = false;
  // The message is transported within the node, in builds with a device for shared memory.
  bool is_local = false;
};

// The two sides that are compared.
struct CarriedRequests {
  // Pending requests of MPICH, ordered by address.
  std::span<const PendingRequest> pending;
  std::vector<ucx::PooledRequest> in_ucx;
  // False if other workers transport some of them.
  bool all_in_ucx = true;
};

// Errors: corrupt, naming the first request that does not match. `check_other` explains why an MPIR_Request to which a
// request of UCX refers, and which is not pending, cannot be the right one.
Status check_carried(CarriedRequests requests,
                     const std::function<Status(Address request, const ucx::PooledRequest &in_ucx)> &check_other);

}  // namespace mpidbg::model::mpich
