#pragma once
// OperationReader converts requests and messages of UCX to MPI operations. The code for each MPI library derives from
// it and supplies the meaning of tags and datatypes, and the contents of the library's requests and endpoints.

#include "mpidbg/model/objects/communicator.h"
#include "mpidbg/model/objects/operation.h"
#include "mpidbg/model/objects/request.h"
#include "mpidbg/model/ucx/envelope.h"
#include "mpidbg/model/ucx/tables_by_context.h"

namespace mpidbg::model::ucx {

// Holds a communicator and the possible peers of its operations.
struct CommunicatorPeers {
  Communicator communicator;
  // The group of the peers: the remote group of an intercommunicator, otherwise the local group.
  GroupMembers peers;
};

class OperationReader {
 public:
  virtual ~OperationReader() = default;

  // These functions fill in `operation` from a receive, a send or a message. `where` is null for a communicator that
  // does not exist (any more) in this process. `object_class` has the same meaning as KnownReceive::object_class; it is
  // null for receives that are read one by one.
  Status read_receive(const Receive &receive, const CommunicatorPeers *where, Operation &operation,
                      Address object_class = Address());
  Status read_send(const Send &send, const CommunicatorPeers *where, Operation &operation);
  Status read_message(const Message &message, const CommunicatorPeers *where, Operation &operation);
  // Fills in `operation` for a probe that matches messages with this envelope.
  Status read_probe(const Envelope &asked, const CommunicatorPeers &where, Operation &operation) const;
  // Reads the entry with index `place` in `entries`. Returns false if there are fewer entries.
  Result<bool> read_entry(const Entries &entries, std::size_t place, const CommunicatorPeers *where,
                          Operation &operation);

  // Copies facts from an operation to its pending request: peer, tag, mode, buffer and progress. `receive` is the
  // receive that was converted to the operation; null for sends. The request keeps its own datatype.
  void fill_pending(const Operation &operation, const Receive *receive, model::Request &request) const;

  // Finds the process at the other end of an endpoint (a ucp_ep), and returns its rank in `where.peers`; nullopt if the
  // process is unknown or not in that group.
  virtual Result<std::optional<std::int32_t>> receiver(Address endpoint, const CommunicatorPeers &where) = 0;

 protected:
  // `worker` must outlive this object. Its entries are read.
  explicit OperationReader(const Worker &worker) : source_(worker) {}

  void fill_tag(const Envelope &envelope, const CommunicatorPeers *where, Operation &operation) const;
  // `rank` is the rank of the peer; empty for MPI_ANY_SOURCE.
  Status fill_peer(std::optional<std::int32_t> rank, const CommunicatorPeers *where, Operation &operation) const;
  Status fill_receiver(Address endpoint, const CommunicatorPeers *where, Operation &operation);

 private:
  // Unpacks a tag. `mask` has the bits of the tag that are compared: all bits for messages and sends.
  virtual Envelope decode_tag(std::uint64_t tag, std::uint64_t mask) const = 0;
  // Returns true for a message that the MPI library sends for itself, for example as part of a collective operation.
  virtual bool is_of_library(const Envelope &envelope) const = 0;
  // Returns the collective operation that the tag of an internal message stands for.
  virtual Collective collective(const Envelope &) const { return Collective::unknown; }
  // Returns the rank of a process in MPI_COMM_WORLD; -1 if it is not a member.
  virtual int world_rank(const ProcessName &process) const = 0;
  // Checks that the MPI library could have posted this receive. Errors: corrupt.
  virtual Status check_receive(const Receive &) const { return {}; }
  // Records that facts about a send are unknown. The problem of the send queue reports this.
  virtual void check_send(const Send &, const CommunicatorPeers & /*where*/) {}
  // Records that receiver() has no rank for an endpoint. The problem of the send queue reports this.
  virtual void miss_receiver(Address /*endpoint*/, const CommunicatorPeers & /*where*/) {}
  // Fills in the facts from the MPI library's own request. Payload and, for a send, tag and mode have already been
  // filled. `object_class` is that of read_receive().
  virtual Status fill_request(const Request &request, Address object_class, Operation &operation) = 0;
  // Fills in the handle and name of a datatype that the MPI library passed to UCX, and returns its size in bytes; 0 if
  // unknown.
  virtual Result<std::uint64_t> fill_datatype(Address datatype, Operation &operation) = 0;

  Status fill_payload(const Payload &payload, Operation &operation);

  const Worker &source_;
};

}  // namespace mpidbg::model::ucx
