#include "mpidbg/model/mpich/p2p/carried_requests.h"

#include <algorithm>
#include <string>
#include <vector>

#include "mpidbg/base/hexadecimal.h"

namespace mpidbg::model::mpich {

namespace {

Error corrupt_request(Address request, const std::string &what) {
  return {ErrorCode::corrupt, "MPIR_Request at " + hex(request) + " " + what, request};
}

bool is_pending(const ucx::PooledRequest &request) {
  return request.kind == ucx::PooledRequest::receive || request.kind == ucx::PooledRequest::send;
}

// Returns the address of the MPIR_Request to which a request of UCX belongs. A receive passes this address to UCX. A
// send stores it in the memory after the request of UCX, shortly after making that request; until then the result is
// null.
Address object_of(const ucx::PooledRequest &request) {
  return request.kind == ucx::PooledRequest::receive ? request.user_data : request.behind;
}

// Checks a pending request for which no request of UCX was found. This is correct only while the device is constructing
// the request; so it is an error if the device does not hold the request, or if UCX has one that may belong to it.
Status check_uncarried(const PendingRequest &pending, std::span<const ucx::PooledRequest> in_ucx) {
  const auto may_be = [&](const ucx::PooledRequest &request) {
    if (is_pending(request)) return object_of(request).is_null();
    return request.user_data == pending.request || request.behind == pending.request;
  };
  const auto found = std::find_if(in_ucx.begin(), in_ucx.end(), may_be);
  if (pending.is_held && found == in_ucx.end()) return {};
  std::string what = "(" + hex(pending.handle) + ") is pending, and no pending request of UCX is for it";
  if (found != in_ucx.end()) what += "; ucp_request at " + hex(found->request) + " may have been";
  return corrupt_request(pending.request, what);
}

}  // namespace

Status check_carried(CarriedRequests requests,
                     const std::function<Status(Address request, const ucx::PooledRequest &in_ucx)> &check_other) {
  // The requests are sorted without a copy, because there may be one for each pending message.
  const auto is_carried = [](const ucx::PooledRequest &request) {
    return is_pending(request) && !object_of(request).is_null();
  };
  const auto is_before = [](const ucx::PooledRequest &a, const ucx::PooledRequest &b) {
    return object_of(a) < object_of(b);
  };
  const auto begin = requests.in_ucx.begin(), end = std::partition(begin, requests.in_ucx.end(), is_carried);
  if (!std::is_sorted(begin, end, is_before)) std::sort(begin, end, is_before);
  const auto twice =
      std::adjacent_find(begin, end, [](const auto &a, const auto &b) { return object_of(a) == object_of(b); });
  if (twice != end) {
    return corrupt_request(object_of(*twice), "is that of two requests of UCX, at " + hex(twice->request) + " and at " +
                                                  hex(std::next(twice)->request));
  }
  auto next = begin;
  for (const PendingRequest &request : requests.pending) {
    for (; next != end && object_of(*next) < request.request; ++next) {
      MPIDBG_TRY(check_other(object_of(*next), *next));
    }
    if (next == end || object_of(*next) != request.request) {
      if (requests.all_in_ucx && !request.is_local) MPIDBG_TRY(check_uncarried(request, requests.in_ucx));
      continue;
    }
    if ((next->kind == ucx::PooledRequest::receive) != request.is_receive) {
      return corrupt_request(request.request, std::string(request.is_receive ? "receives" : "sends") +
                                                  ", and ucp_request at " + hex(next->request) +
                                                  ", which is for it, does not");
    }
    ++next;
  }
  for (; next != end; ++next) MPIDBG_TRY(check_other(object_of(*next), *next));
  return {};
}

}  // namespace mpidbg::model::mpich
