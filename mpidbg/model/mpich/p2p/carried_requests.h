#pragma once
// Checks that MPICH's pending requests and those of UCX correspond: each request belongs to exactly one request of the
// other library, and the two have the same direction. A mismatch means that memory is damaged, or that the process was
// stopped while MPICH starts or completes the operation.

#include <functional>
#include <span>
#include <vector>

#include "mpidbg/model/ucx/operations.h"

namespace mpidbg::model::mpich {

// Describes a pending, nonpersistent request to send or receive that the network device transports.
struct PendingRequest {
  // The address of the MPIR_Request.
  Address request{};
  std::uint32_t handle = 0;
  bool is_receive = false;
  // True if the device holds a reference to the request. The device takes the reference before it starts the operation,
  // and drops it after it has completed the operation.
  bool is_held = false;
  // True if the message is transported within the node, in builds with a device for shared memory.
  bool is_local = false;
};

// Holds the requests on both sides of the comparison.
struct CarriedRequests {
  // The pending requests of MPICH, ordered by address.
  std::span<const PendingRequest> pending;
  std::vector<ucx::PooledRequest> in_ucx;
  // True if the worker that has the requests `in_ucx` transports all pending requests; false if other workers transport
  // some of them.
  bool all_in_ucx = true;
};

// Compares the two sides. `check_other` is called if a request of UCX refers to an MPIR_Request that is not pending. It
// returns an error if this cannot be right. Errors: corrupt, naming the first request that does not match.
Status check_carried(CarriedRequests requests,
                     const std::function<Status(Address request, const ucx::PooledRequest &in_ucx)> &check_other);

}  // namespace mpidbg::model::mpich
