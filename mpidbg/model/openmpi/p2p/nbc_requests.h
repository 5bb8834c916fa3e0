#pragma once
// Reads requests of nonblocking collective operations. The component "libnbc" carries out these operations round by
// round, with point-to-point operations of its own.
//
// Memory contains the steps of an operation but not its name.

#include <unordered_set>

#include "mpidbg/model/objects/request.h"
#include "mpidbg/model/openmpi/handle_reader.h"
#include "mpidbg/model/openmpi/p2p/request_peers.h"

namespace mpidbg::model::openmpi {

class NbcRequests {
 public:
  // `process`, `handles` and `peers` must outlive this object.
  NbcRequests(const Attachment &process, Handles &handles, RequestPeers &peers)
      : process_(process), handles_(handles), peers_(peers) {}

  // Explains in a sentence why requests of nonblocking collectives cannot be seen; empty if they can, or if the
  // component is not loaded and there are none.
  std::string problem() const;

  // Returns the requests in use, in the order of their pool.
  Result<std::vector<Address>> live() const;

  // Fills in the members specific to nonblocking collectives. The members that all requests have are already filled.
  Status read(Address handle, Request &request) const;

 private:
  using RequestView = View<layout::openmpi::NbcRequestLayout>;

  // Fills in `request.schedule`. Errors: corrupt for an implausible schedule; those of reading it.
  Status read_schedule(const RequestView &view, Request &request) const;
  // Fills in the names of the datatype and the reduction operation, if they can be read.
  void name_objects(ScheduleOperation &operation) const;
  // Sets the state of each transfer in the round in progress. Errors: corrupt if more transfers are in progress than
  // the round has.
  Status mark_progress(const RequestView &view, const Request &request, Schedule &schedule) const;

  const Attachment &process_;
  Handles &handles_;
  RequestPeers &peers_;
};

}  // namespace mpidbg::model::openmpi
