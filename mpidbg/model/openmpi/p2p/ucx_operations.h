#pragma once
// Converts requests and messages of the point-to-point layer "ucx" to operations.

#include "mpidbg/model/openmpi/p2p/ucx_endpoints.h"
#include "mpidbg/model/openmpi/p2p/ucx_requests.h"
#include "mpidbg/model/ucx/operation_reader.h"

namespace mpidbg::model::openmpi {

class UcxOperations final : public ucx::OperationReader {
 public:
  // All arguments must outlive this object.
  UcxOperations(const Attachment &process, Handles &handles, UcxRequests &requests, UcxEndpoints &endpoints,
                const ucx::Worker &worker)
      : OperationReader(worker), process_(process), handles_(handles), requests_(requests), endpoints_(endpoints) {}

  // Reads a persistent request that is not started or is complete. `where` has the same meaning as in OperationReader.
  Status read_persistent(Address handle, const ucx::CommunicatorPeers *where, Operation &operation);
  // Returns the error of a damaged value that was omitted from the last operation; succeeds if there is none. Each
  // error is returned only once.
  Status take_fault();
  Result<std::optional<std::int32_t>> receiver(Address endpoint, const ucx::CommunicatorPeers &where) override;

 private:
  ucx::Envelope decode_tag(std::uint64_t tag, std::uint64_t mask) const override;
  bool is_of_library(const ucx::Envelope &envelope) const override;
  int world_rank(const ProcessName &process) const override;
  Status check_receive(const ucx::Receive &receive) const override;
  void check_send(const ucx::Send &send, const ucx::CommunicatorPeers &where) override;
  void miss_receiver(Address endpoint, const ucx::CommunicatorPeers &where) override;
  Status fill_request(const ucx::Request &request, Address object_class, Operation &operation) override;
  Result<std::uint64_t> fill_datatype(Address datatype, Operation &operation) override;
  // Fills in the members that only a persistent request has.
  Status fill_persistent(Address handle, Operation &operation);
  // Records a fault if the source in the tag of a send is not this process.
  void check_source(Address request, std::uint64_t tag, const ucx::CommunicatorPeers &where);
  // Keeps the fault, if it is the first one of the operation, until take_fault() returns it.
  void note(Address place, const std::string &what);

  const Attachment &process_;
  Handles &handles_;
  UcxRequests &requests_;
  UcxEndpoints &endpoints_;
  Status fault_;
};

}  // namespace mpidbg::model::openmpi
