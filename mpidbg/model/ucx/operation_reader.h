#pragma once
// Requests and messages of UCX as operations of MPI. Each MPI library derives from it and says what is its own: what
// its tags and datatypes mean, and what its requests and endpoints add.

#include "mpidbg/model/objects/communicator.h"
#include "mpidbg/model/objects/operation.h"
#include "mpidbg/model/objects/request.h"
#include "mpidbg/model/ucx/envelope.h"
#include "mpidbg/model/ucx/tables_by_context.h"

namespace mpidbg::model::ucx {

// Where operations are read.
struct CommunicatorPeers {
  Communicator communicator;
  GroupMembers peers;  // that ranks count in: the remote group if there is one
};

class OperationReader {
 public:
  virtual ~OperationReader() = default;

  // Each fills `operation`. `where`: null for a communicator that this process does not have (any more).
  // `object_class`: as that of a KnownReceive; null for any other receive.
  Status read_receive(const Receive &receive, const CommunicatorPeers *where, Operation &operation,
                      Address object_class = Address());
  Status read_send(const Send &send, const CommunicatorPeers *where, Operation &operation);
  Status read_message(const Message &message, const CommunicatorPeers *where, Operation &operation);
  // A probe that asks for such messages.
  Status read_probe(const Envelope &asked, const CommunicatorPeers &where, Operation &operation) const;
  // The entry at `place`; false if there are not as many.
  Result<bool> read_entry(const Entries &entries, std::size_t place, const CommunicatorPeers *where,
                          Operation &operation);

  // Fills what a pending request has of its operation: peer, tag, mode, buffer and how far it is. `receive`: what the
  // operation was read from, null for a send. `request` keeps its datatype.
  void fill_pending(const Operation &operation, const Receive *receive, model::Request &request) const;

  // The rank of the process behind an endpoint (ucp_ep) among the peers; empty if it is none of them, or unknown.
  virtual Result<std::optional<std::int32_t>> receiver(Address endpoint, const CommunicatorPeers &where) = 0;

 protected:
  // The worker, whose entries are read, outlives it.
  explicit OperationReader(const Worker &worker) : source_(worker) {}

  void fill_tag(const Envelope &envelope, const CommunicatorPeers *where, Operation &operation) const;
  // Empty: any source.
  Status fill_peer(std::optional<std::int32_t> rank, const CommunicatorPeers *where, Operation &operation) const;
  Status fill_receiver(Address endpoint, const CommunicatorPeers *where, Operation &operation);

 private:
  // `mask`: all ones for a message or a send.
  virtual Envelope decode_tag(std::uint64_t tag, std::uint64_t mask) const = 0;
  // Whether the library itself, as for a collective operation, has sent a message.
  virtual bool is_of_library(const Envelope &envelope) const = 0;
  // The collective operation that the tag of an internal message stands for.
  virtual Collective collective(const Envelope &) const { return Collective::unknown; }
  // -1: not in MPI_COMM_WORLD.
  virtual int world_rank(const ProcessName &process) const = 0;
  // Whether the library can have asked for it. Errors: corrupt.
  virtual Status check_receive(const Receive &) const { return {}; }
  // Takes a note of what a send cannot say on a communicator.
  virtual void check_send(const Send &, const CommunicatorPeers & /*where*/) {}
  // Takes a note of an endpoint that receiver() has no rank of.
  virtual void miss_receiver(Address /*endpoint*/, const CommunicatorPeers & /*where*/) {}
  // Fills what the library's own request says. Payload and, of a send, tag and mode are filled. `object_class`: as
  // above.
  virtual Status fill_request(const Request &request, Address object_class, Operation &operation) = 0;
  // Fills handle and name of a datatype that UCX was given. Its size in bytes; 0 if that is not known.
  virtual Result<std::uint64_t> fill_datatype(Address datatype, Operation &operation) = 0;

  Status fill_payload(const Payload &payload, Operation &operation);

  const Worker &source_;
};

}  // namespace mpidbg::model::ucx
