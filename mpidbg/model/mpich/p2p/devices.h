#pragma once
// What carries the messages between processes: UCX (ch4:ucx) or libfabric (ch4:ofi), which keeps its queues to itself;
// and, within a node, in builds with a device for shared memory, MPICH itself.

#include "mpidbg/model/mpich/p2p/active_messages.h"
#include "mpidbg/model/mpich/p2p/ucx_layer.h"

namespace mpidbg::model::mpich {

class Devices {
 public:
  // Both outlive it.
  Devices(const Attachment &process, Handles &handles);

  UcxLayer ucx;
  ActiveMessages active_messages;

  void clear();

  // Why no queue can be seen; empty if some can.
  std::string problem() const;
  // Complete where the peers of sends are missing, too: each such send says that its own is.
  Visibility visibility(Queue queue) const;
  // How much is seen of the messages that are under way, in whichever queue.
  Visibility messages() const;
  // As Queues::progress.
  Result<Progress> progress();
  // Pending messages that nonblocking collectives have begun. Errors: those of reading.
  Result<std::vector<Handle>> in_nonblocking_collectives();
  // "ucx", "ofi"; empty: not known.
  std::string name() const;

 private:
  bool sees_active_messages() const { return active_messages.used() && active_messages.problem().empty(); }
  // Whether the network device can have no message, because all processes are on this node.
  bool is_network_unused() const;

  const Attachment &process_;
  Handles &handles_;
};

}  // namespace mpidbg::model::mpich
