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
  // Of sends within a node the library does not keep peer, tag and size; each of them shows that itself.
  Visibility visibility(Queue queue) const;
  // Of all that is under way.
  Visibility messages() const;
  // As Queues::progress.
  Result<Progress> progress();
  // Pending messages that nonblocking collectives have begun. Errors: those of reading.
  Result<std::vector<Handle>> in_nonblocking_collectives();
  // "ucx", "ofi"; empty: not known.
  std::string name() const;

 private:
  bool sees_active_messages() const { return active_messages.used() && active_messages.problem().empty(); }
  // Whether libfabric, or what else is not read, carries nothing.
  bool is_network_unused() const;

  const Attachment &process_;
  Handles &handles_;
  const std::string device_;  // "ch4:ofi"; empty if the library does not say
};

}  // namespace mpidbg::model::mpich
