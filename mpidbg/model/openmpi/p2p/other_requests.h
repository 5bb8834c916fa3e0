#pragma once
// Reads requests of files and of one-sided operations, and generalized requests. Each function fills in the members
// specific to its kind; the members that all requests have are already filled in `request`.

#include "mpidbg/model/openmpi/p2p/request_peers.h"

namespace mpidbg::model::openmpi {

class OtherRequests {
 public:
  OtherRequests(const Attachment &process, Handles &handles) : process_(process), handles_(handles) {}

  // Explains in a sentence why requests of one of the kinds cannot be seen; empty if all can. A kind whose component is
  // not loaded has no requests.
  std::string problem() const;

  // Returns the file requests that have not been released, in the order in which they were made.
  Result<std::vector<Address>> file_requests() const;
  // Returns the requests of windows that use point-to-point messages.
  Result<std::vector<Address>> pt2pt_requests() const;

  // Fills in the members of a request that ompio has made for MPI_File_iread or a similar call.
  Status read_file(Address handle, Request &request) const;
  // Fills in the members of a request of MPI_Grequest_start.
  Status read_generalized(Address handle, Request &request) const;
  // Fills in the members of a request of the one-sided component pt2pt.
  Status read_pt2pt(Address handle, Request &request) const;
  // Fills in the members of a request of the one-sided component rdma.
  Status read_rdma(Address handle, Request &request) const;

 private:
  const Attachment &process_;
  Handles &handles_;
};

}  // namespace mpidbg::model::openmpi
