#pragma once
// Requests of nonblocking collective operations, which the component libnbc carries out round by round with
// point-to-point operations of its own.
//
// Memory does not contain which collective operation a request is for, only its steps.

#include <unordered_set>

#include "mpidbg/model/objects/request.h"
#include "mpidbg/model/openmpi/handle_reader.h"
#include "mpidbg/model/openmpi/p2p/request_peers.h"

namespace mpidbg::model::openmpi {

class NbcRequests {
 public:
  NbcRequests(const Attachment &process, Handles &handles, RequestPeers &peers)
      : process_(process), handles_(handles), peers_(peers) {}

  // Why they cannot be seen; empty if they can, or if the component is not loaded, so that there are none.
  std::string problem() const;

  // The requests in use, in the order of their pool.
  Result<std::vector<Address>> live() const;

  // Fills what is particular to these; `request` has what all requests have.
  Status read(Address handle, Request &request) const;

 private:
  using RequestView = View<layout::openmpi::NbcRequestLayout>;

  Status read_schedule(const RequestView &view, Request &request) const;
  void name_objects(ScheduleOperation &operation) const;
  Status mark_progress(const RequestView &view, const Request &request, Schedule &schedule) const;

  const Attachment &process_;
  Handles &handles_;
  RequestPeers &peers_;
};

}  // namespace mpidbg::model::openmpi
