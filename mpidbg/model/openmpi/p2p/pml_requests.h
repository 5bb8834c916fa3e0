#pragma once
// Requests of the point-to-point layer ob1.

#include "mpidbg/model/openmpi/p2p/request_peers.h"

namespace mpidbg::model::openmpi {

class PmlRequests {
 public:
  PmlRequests(const Attachment &process, Handles &handles, RequestPeers &peers)
      : process_(process), handles_(handles), peers_(peers) {}

  // Why they cannot be seen; empty if they can.
  std::string problem() const;

  // Those in use, in the order of their pools. Probes have no MPI_Request.
  Result<std::vector<Address>> live() const;

  // Fills what is particular to these; `request` has what all requests have.
  Status read(Address handle, Request &request) const;

 private:
  const Attachment &process_;
  Handles &handles_;
  RequestPeers &peers_;
};

}  // namespace mpidbg::model::openmpi
