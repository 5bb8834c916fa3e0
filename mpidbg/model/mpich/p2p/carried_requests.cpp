#include "mpidbg/model/mpich/p2p/carried_requests.h"

#include <algorithm>
#include <string>
#include <vector>

#include "mpidbg/base/hexadecimal.h"

namespace mpidbg::model::mpich {

namespace {

struct Carried {
  Address request{};  // MPIR_Request
  const ucx::PooledRequest *in_ucx = nullptr;

  bool operator<(const Carried &other) const { return request < other.request; }
};

Error corrupt_request(Address request, const std::string &what) {
  return {ErrorCode::corrupt, "MPIR_Request at " + hex(request) + " " + what, request};
}

bool is_pending(const ucx::PooledRequest &request) {
  return request.kind == ucx::PooledRequest::receive || request.kind == ucx::PooledRequest::send;
}

// UCX is given it along with a receive; a send has it in the memory behind the request, once the call that made it is
// that far.
Address object_of(const ucx::PooledRequest &request) {
  return request.kind == ucx::PooledRequest::receive ? request.user_data : request.behind;
}

// A request that the device holds may be in the making, unless something of UCX may be what it lacks.
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

Status check_carried(const CarriedRequests &requests,
                     const std::function<Status(Address request, const ucx::PooledRequest &in_ucx)> &check_other) {
  std::vector<Carried> carried;
  carried.reserve(requests.in_ucx.size());
  for (const ucx::PooledRequest &request : requests.in_ucx) {
    if (is_pending(request) && !object_of(request).is_null()) carried.push_back({object_of(request), &request});
  }
  std::sort(carried.begin(), carried.end());
  for (std::size_t i = 0; i + 1 < carried.size(); ++i) {
    if (carried[i].request != carried[i + 1].request) continue;
    return corrupt_request(carried[i].request, "is that of two requests of UCX, at " + hex(carried[i].in_ucx->request) +
                                                   " and at " + hex(carried[i + 1].in_ucx->request));
  }
  std::vector<PendingRequest> pending(requests.pending.begin(), requests.pending.end());
  std::sort(pending.begin(), pending.end(),
            [](const PendingRequest &a, const PendingRequest &b) { return a.request < b.request; });
  auto next = carried.begin();
  for (const PendingRequest &request : pending) {
    for (; next != carried.end() && next->request < request.request; ++next) {
      MPIDBG_TRY(check_other(next->request, *next->in_ucx));
    }
    if (next == carried.end() || next->request != request.request) {
      if (requests.all_in_ucx && !request.is_local) MPIDBG_TRY(check_uncarried(request, requests.in_ucx));
      continue;
    }
    const bool receives = next->in_ucx->kind == ucx::PooledRequest::receive;
    if (receives != request.is_receive) {
      return corrupt_request(request.request, std::string(request.is_receive ? "receives" : "sends") +
                                                  ", and ucp_request at " + hex(next->in_ucx->request) +
                                                  ", which is for it, does not");
    }
    ++next;
  }
  for (; next != carried.end(); ++next) MPIDBG_TRY(check_other(next->request, *next->in_ucx));
  return {};
}

}  // namespace mpidbg::model::mpich
