#pragma once
// Combines the transports of messages between processes: the network library (netmod.h), and MPICH itself within a
// node, in builds with a device for shared memory.

#include "mpidbg/model/mpich/p2p/active_messages.h"
#include "mpidbg/model/mpich/p2p/netmod.h"

namespace mpidbg::model::mpich {

class Devices {
 public:
  // Both arguments must outlive this object.
  Devices(const Attachment &process, Handles &handles);

  ActiveMessages active_messages;
  // The network library that the device uses. Its queues are read only if sees_network() returns true.
  Netmod &network() const { return *network_; }

  // Discards all cached data at a new stop.
  void clear();

  // Returns true if messages may be in the network library and if they can be seen there.
  bool sees_network() const;

  // Explains why no queue can be seen; empty if some queue can be seen.
  std::string problem() const;
  // Returns how completely a queue is seen. The result is `complete` even if sends lack their peers, because each such
  // send is marked.
  Visibility visibility(Queue queue) const;
  // Returns how completely messages in flight are seen, whatever queue they are in.
  Visibility messages() const;
  // Reports whether this process has messages to process; see Queues::progress().
  Result<Progress> progress();
  // Returns the pending messages that nonblocking collectives have started. Errors: those of reading.
  Result<std::vector<Handle>> in_nonblocking_collectives();
  // Returns the name of the network device, for example "ucx" or "ofi"; empty if unknown.
  std::string name() const;

 private:
  bool sees_active_messages() const { return active_messages.used() && active_messages.problem().empty(); }
  // Returns true if all processes are on this node. If they use shared memory, the network device then has no messages.
  bool is_network_unused() const;

  const Attachment &process_;
  Handles &handles_;
  const std::unique_ptr<Netmod> network_;
};

}  // namespace mpidbg::model::mpich
