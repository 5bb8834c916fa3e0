#pragma once
// Reads the queues of the device ch4:ofi, which passes messages to libfabric. model/ofi/provider.h describes which
// facts libfabric has. For receives, MPICH's requests have the datatype and refer to their communicators. For sends,
// only the tag of libfabric contains the context id.
//
// A synchronous send that is not complete has a posted receive for its acknowledgement. If its message is small, it has
// left, and this receive is all that there is of it.
//
// libfabric is looked for when its queues are first needed.

#include <unordered_map>

#include "mpidbg/model/mpich/p2p/netmod.h"
#include "mpidbg/model/mpich/p2p/ofi_operations.h"
#include "mpidbg/model/ofi/attach.h"

namespace mpidbg::model::mpich {

class OfiLayer final : public Netmod {
 public:
  // The arguments must outlive this object.
  OfiLayer(const Attachment &process, Handles &handles) : process_(process), handles_(handles) {}

  std::string name() const override { return "ofi"; }
  const std::string &problem() override;
  Visibility visibility() override;
  const std::string &layout_source() override;
  LayoutCheck layout_check() override;
  bool refers_to_communicators() const override { return true; }
  void clear() override;

  Result<Listed> entries(const MarkedCommunicator &where, Queue queue) override;
  Result<Listed> unclaimed() override;
  Result<std::vector<std::uint64_t>> contexts_without_communicator(bool of_messages) override;
  Result<Listed> entries_without_communicator(std::uint64_t context_id, Queue queue) override;
  Status read_probe(const ucx::Envelope &asked, const MarkedCommunicator &where, Operation &operation) const override;
  Result<Progress> progress() override;

  Result<bool> read_request(Request &request) override;
  Status check(std::span<const PendingRequest> pending) override;
  std::optional<Error> unknown_receiver() const override { return std::nullopt; }
  std::optional<Error> unknown_datatype() const override { return std::nullopt; }
  Result<std::vector<Handle>> in_nonblocking_collectives() override;
  Status read_message(const RequestView &request, Message &message) override;

 private:
  // Holds what leads to the queues. It stays as it is until the process ends.
  struct Opened {
    explicit Opened(const Attachment &process);
    ofi::Attachment libfabric;
    OfiLayouts layouts;
    std::optional<OfiPlaces> places;
    OfiTables::Providers endpoints;
    // The reason why nothing can be read; empty if the queues can be read.
    std::string problem;
  };
  // Identifies the entry of a pending request.
  struct Pending {
    const OfiReceive *receive = nullptr;
    const ofi::Message *matched = nullptr;
    const OfiSend *send = nullptr;
  };

  Status index_requests();
  Status add_pending(Address request, std::uint64_t tag, Pending pending);
  Result<Contexts::Where> sending(const OfiSend &send);
  Listed listed(std::uint64_t context, Queue queue);

  const Attachment &process_;
  Handles &handles_;
  std::unique_ptr<Opened> opened_;
  std::unique_ptr<OfiAddresses> addresses_;
  std::unique_ptr<OfiTables> tables_;
  std::unique_ptr<OfiOperations> operations_;

  // The outcome of index_requests().
  std::optional<Status> requests_indexed_;
  std::unordered_map<Handle, Pending> pending_;
  std::vector<Handle> in_collectives_;
};

}  // namespace mpidbg::model::mpich
