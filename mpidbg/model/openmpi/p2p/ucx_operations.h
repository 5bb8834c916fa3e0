#pragma once
// Requests and messages of the layer ucx as operations.

#include "mpidbg/model/library/queues.h"
#include "mpidbg/model/openmpi/p2p/ucx_endpoints.h"
#include "mpidbg/model/openmpi/p2p/ucx_requests.h"
#include "mpidbg/model/ucx/envelope.h"

namespace mpidbg::model::openmpi {

// On one communicator; its members outlive what is read.
struct UcxCommunicator {
  Communicator communicator;
  GroupMembers peers;  // that ranks count in: the remote group if there is one
};

class UcxOperations {
 public:
  // All outlive it.
  UcxOperations(const Attachment &process, Handles &handles, UcxRequests &requests, UcxEndpoints &endpoints)
      : process_(process), handles_(handles), requests_(requests), endpoints_(endpoints) {}

  // Each fills `operation`. `where`: null for a communicator that this process does not have.
  Status read_receive(const ucx::Receive &receive, const UcxCommunicator *where, Operation &operation);
  Status read_send(const ucx::Send &send, const UcxCommunicator *where, Operation &operation);
  Status read_message(const ucx::Message &message, const UcxCommunicator *where, Operation &operation);
  // A persistent request that is not started, or is complete.
  Status read_persistent(Address handle, const UcxCommunicator *where, Operation &operation);

 private:
  Status fill_request(const ucx::Request &request, Operation &operation);
  Status fill_persistent(Address handle, Operation &operation);
  Status fill_datatype(Address datatype, Operation &operation);
  Status fill_payload(const ucx::Payload &payload, Operation &operation);
  Status fill_peer(std::optional<std::int32_t> rank, const UcxCommunicator *where, Operation &operation);
  Status fill_receiver(Address endpoint, const UcxCommunicator *where, Operation &operation);
  static void fill_tag(const ucx::Envelope &envelope, const UcxCommunicator *where, Operation &operation);

  const Attachment &process_;
  Handles &handles_;
  UcxRequests &requests_;
  UcxEndpoints &endpoints_;
};

}  // namespace mpidbg::model::openmpi
