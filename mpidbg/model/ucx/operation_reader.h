#pragma once
// OperationReader turns requests and messages of UCX into MPI operations. Each MPI library derives from it and supplies
// its own parts: the meaning of its tags and datatypes, and the contents of its requests and endpoints.

#include "mpidbg/model/objects/communicator.h"
#include "mpidbg/model/objects/operation.h"
#include "mpidbg/model/objects/request.h"
#include "mpidbg/model/ucx/envelope.h"
#include "mpidbg/model/ucx/tables_by_context.h"

namespace mpidbg::model::ucx {

// A communicator and the processes that its operations refer to.
struct CommunicatorPeers {
  Communicator communicator;
  // The group in which peer ranks count: the remote group of an intercommunicator, otherwise the local group.
  GroupMembers peers;
};

class OperationReader {
 public:
  virtual ~OperationReader() = default;

  // Each function fills `operation`. `where` is null for a communicator that does not exist (any more) in this process.
  // `object_class` has the meaning of KnownReceive::object_class and is null for receives that are read individually.
  Status read_receive(const Receive &receive, const CommunicatorPeers *where, Operation &operation,
                      Address object_class = Address());
  Status read_send(const Send &send, const CommunicatorPeers *where, Operation &operation);
  Status read_message(const Message &message, const CommunicatorPeers *where, Operation &operation);
  // Fills the operation of a probe that asks for messages with this envelope.
  Status read_probe(const Envelope &asked, const CommunicatorPeers &where, Operation &operation) const;
  // Reads the entry at `place` of `entries`. Returns false if there are not that many.
  Result<bool> read_entry(const Entries &entries, std::size_t place, const CommunicatorPeers *where,
                          Operation &operation);

  // Copies what an operation knows into a pending request: peer, tag, mode, buffer and progress. `receive` is what the
  // operation was read from, or null for a send. The request keeps its own datatype.
  void fill_pending(const Operation &operation, const Receive *receive, model::Request &request) const;

  // Returns the rank among the peers of the process behind an endpoint (ucp_ep); empty if it is not among them or
  // unknown.
  virtual Result<std::optional<std::int32_t>> receiver(Address endpoint, const CommunicatorPeers &where) = 0;

 protected:
  // `worker`, whose entries are read, must outlive this object.
  explicit OperationReader(const Worker &worker) : source_(worker) {}

  void fill_tag(const Envelope &envelope, const CommunicatorPeers *where, Operation &operation) const;
  // `rank` is empty for any source.
  Status fill_peer(std::optional<std::int32_t> rank, const CommunicatorPeers *where, Operation &operation) const;
  Status fill_receiver(Address endpoint, const CommunicatorPeers *where, Operation &operation);

 private:
  // Unpacks a tag. `mask` has the bits that are compared; it is all ones for messages and sends.
  virtual Envelope decode_tag(std::uint64_t tag, std::uint64_t mask) const = 0;
  // Returns true for a message of the library itself, for example part of a collective operation.
  virtual bool is_of_library(const Envelope &envelope) const = 0;
  // Returns the collective operation that the tag of an internal message stands for.
  virtual Collective collective(const Envelope &) const { return Collective::unknown; }
  // Returns the rank in MPI_COMM_WORLD; -1 if the process is not a member.
  virtual int world_rank(const ProcessName &process) const = 0;
  // Checks that the library could have posted such a receive. Errors: corrupt.
  virtual Status check_receive(const Receive &) const { return {}; }
  // Records facts that a send on a communicator cannot provide, for the problem of its queue.
  virtual void check_send(const Send &, const CommunicatorPeers & /*where*/) {}
  // Records an endpoint for which receiver() has no rank, for the problem of its queue.
  virtual void miss_receiver(Address /*endpoint*/, const CommunicatorPeers & /*where*/) {}
  // Fills the facts from the library's own request. Payload and, for a send, tag and mode have already been filled.
  // `object_class` is as above.
  virtual Status fill_request(const Request &request, Address object_class, Operation &operation) = 0;
  // Fills handle and name of a datatype that the library passed to UCX, and returns its size in bytes; 0 if unknown.
  virtual Result<std::uint64_t> fill_datatype(Address datatype, Operation &operation) = 0;

  Status fill_payload(const Payload &payload, Operation &operation);

  const Worker &source_;
};

}  // namespace mpidbg::model::ucx
