#pragma once
// Requests and messages of UCX as operations of MPI.

#include <unordered_map>

#include "mpidbg/model/library/queues.h"
#include "mpidbg/model/mpich/p2p/ucx_endpoints.h"
#include "mpidbg/model/ucx/envelope.h"

namespace mpidbg::model::mpich {

struct Handles;

// A communicator whose operations are read, and what tags of UCX say of it.
struct UcxCommunicator {
  Communicator communicator;
  GroupMembers peers;  // that ranks count in: the remote group if there is one
  // Context ids of messages sent and received, without the bit of collective operations.
  std::uint32_t sent = 0, received = 0;
};

class UcxOperations {
 public:
  // All outlive it. `worker`: ucp_worker.
  UcxOperations(const Attachment &process, Handles &handles, UcxEndpoints &endpoints, Address worker)
      : process_(process), handles_(handles), endpoints_(endpoints), worker_(worker) {}

  void clear() { ranks_.clear(); }

  // Each fills `operation`. `where`: null for a communicator that this process does not have (any more).
  Status read_receive(const ucx::Receive &receive, const UcxCommunicator *where, Operation &operation);
  Status read_send(const ucx::Send &send, const UcxCommunicator *where, Operation &operation);
  Status read_message(const ucx::Message &message, const UcxCommunicator *where, Operation &operation);

  // The MPIR_Request that a request of UCX is for.
  Result<Address> object_of(const ucx::Request &request) const;
  // The rank of the process among the peers; empty if it is none of them.
  std::optional<std::int32_t> rank_of(const ProcessName &process, const UcxCommunicator &where);
  // The rank of a send's receiver among the peers; empty if it is none of them, or nobody knows.
  Result<std::optional<std::int32_t>> receiver(const ucx::Send &send, const UcxCommunicator &where);

 private:
  Status fill_request(const ucx::Request &request, Operation &operation);
  Status fill_payload(const ucx::Payload &payload, Operation &operation);
  static void fill_tag(const ucx::Envelope &envelope, const UcxCommunicator *where, Operation &operation);
  Status fill_peer(std::optional<std::int32_t> rank, const UcxCommunicator *where, Operation &operation);

  const Attachment &process_;
  Handles &handles_;
  UcxEndpoints &endpoints_;
  const Address worker_;
  // By communicator and process.
  std::unordered_map<Handle, std::unordered_map<std::uint64_t, std::int32_t>> ranks_;
};

}  // namespace mpidbg::model::mpich
