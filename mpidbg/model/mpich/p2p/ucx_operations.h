#pragma once
// Converts requests and messages of UCX to MPI operations, with the steps that are specific to MPICH.

#include "mpidbg/model/mpich/p2p/ucx_endpoints.h"
#include "mpidbg/model/ucx/operation_reader.h"

namespace mpidbg::model::mpich {

struct Handles;

class UcxOperations final : public ucx::OperationReader {
 public:
  // All arguments must outlive this object.
  UcxOperations(const Attachment &process, Handles &handles, UcxEndpoints &endpoints, const ucx::Worker &worker)
      : OperationReader(worker),
        process_(process),
        handles_(handles),
        endpoints_(endpoints),
        worker_(worker.address()) {}

  // Returns the address of the MPIR_Request to which a request of UCX belongs.
  Result<Address> object_of(const ucx::Request &request) const;
  Result<std::optional<std::int32_t>> receiver(Address endpoint, const ucx::CommunicatorPeers &where) override;
  // Describes a send that is shown without its receiver, because the process at the other end of its endpoint is
  // unknown; nullopt if all sends have a receiver.
  const std::optional<Error> &unknown_receiver() const { return unknown_receiver_; }
  // Explains why an operation is shown without its datatype; nullopt if all operations have one.
  const std::optional<Error> &unknown_datatype() const { return unknown_datatype_; }
  void clear() {
    unknown_receiver_.reset();
    unknown_datatype_.reset();
  }

 private:
  ucx::Envelope decode_tag(std::uint64_t tag, std::uint64_t mask) const override;
  bool is_of_library(const ucx::Envelope &envelope) const override;
  Collective collective(const ucx::Envelope &envelope) const override;
  int world_rank(const ProcessName &process) const override;
  Status check_receive(const ucx::Receive &receive) const override;
  Status fill_request(const ucx::Request &request, Address object_class, Operation &operation) override;
  Result<std::uint64_t> fill_datatype(Address datatype, Operation &operation) override;
  void name_datatype(Handle datatype, Operation &operation) const;
  Status fill_unpacked(Address object, Operation &operation) const;

  const Attachment &process_;
  Handles &handles_;
  UcxEndpoints &endpoints_;
  // The address of the ucp_worker.
  const Address worker_;
  std::optional<Error> unknown_receiver_, unknown_datatype_;
};

}  // namespace mpidbg::model::mpich
