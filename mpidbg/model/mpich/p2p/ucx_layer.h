#pragma once
// Reads the queues of the device ch4:ucx, which passes messages to UCX. The queues are in the worker of UCX;
// model/ucx/worker.h describes which facts it has. For datatypes without gaps, UCX has only the number of bytes.
// Requests neither refer to their communicators nor hold references to them; only the tag of UCX contains the context
// id. After MPI_Comm_free, a context id may therefore belong to no communicator.

#include <unordered_map>
#include <unordered_set>

#include "mpidbg/model/mpich/p2p/netmod.h"
#include "mpidbg/model/mpich/p2p/ucx_operations.h"
#include "mpidbg/model/ucx/attach.h"

namespace mpidbg::model::mpich {

class UcxLayer final : public Netmod {
 public:
  // The arguments must outlive this object. The constructor looks for the worker of UCX and checks that it matches
  // UCX's layouts.
  UcxLayer(const Attachment &process, Handles &handles);

  std::string name() const override { return "ucx"; }
  const std::string &problem() override { return problem_; }
  Visibility visibility() override;
  const std::string &layout_source() override { return ucx_.layout_source; }
  LayoutCheck layout_check() override;
  void clear() override;

  Result<Listed> entries(const MarkedCommunicator &where, Queue queue) override;
  Result<Listed> unclaimed() override;
  Result<std::vector<std::uint64_t>> contexts_without_communicator(bool of_messages) override;
  Result<Listed> entries_without_communicator(std::uint64_t context_id, Queue queue) override;
  Status read_probe(const ucx::Envelope &asked, const MarkedCommunicator &where, Operation &operation) const override {
    return operations_->read_probe(asked, where, operation);
  }
  Result<Progress> progress() override;

  Result<bool> read_request(Request &request) override;
  Status check(std::span<const PendingRequest> pending) override;
  std::optional<Error> unknown_receiver() const override;
  std::optional<Error> unknown_datatype() const override;
  Result<std::vector<Handle>> in_nonblocking_collectives() override;
  Status read_message(const RequestView &request, Message &message) override;

 private:
  struct Pending {
    const ucx::Posted *posted = nullptr;
    const ucx::Receive *matched = nullptr;
    const ucx::Send *send = nullptr;
  };

  // Makes worker_, tables_, endpoints_ and operations_ if the worker of UCX can be read. Returns why it cannot, or an
  // empty text.
  std::string find_worker();
  // Describes which messages are in other workers. The text is empty if there is a single virtual interface.
  std::string not_in_worker(std::int32_t interfaces) const;
  // Fills `pending_`, once until clear().
  Status index_requests();
  // Adds a request of UCX to `pending_`, under the handle of MPICH's request to which it belongs.
  Status add_pending(const ucx::Request &request, Pending pending);
  // Returns the requests of UCX (ucp_request) for messages between leaders (see ucx_tag.h). These messages have no
  // request of MPICH.
  std::unordered_set<Address> of_leaders();
  Result<ucx::Entries> table_entries(const MarkedCommunicator &where, Queue queue);
  // Returns entries that this object's functions can read.
  Listed listed(ucx::Entries entries);
  // Returns the receives of UCX on a communicator. Receives that are also in MPICH's own list are omitted.
  Result<ucx::Entries> receives(const MarkedCommunicator &where);
  // Returns the communicator of a send; null if none fits the tag and the receiver.
  Result<Contexts::Where> sending(const ucx::Send &send);
  // Returns true if a send is on the communicator. The context id and the rank in its tag determine this. If several
  // communicators have that id, the receiver decides.
  Result<bool> is_on(const ucx::Send &send, const MarkedCommunicator &where);

  const Attachment &process_;
  Handles &handles_;
  const ucx::Attachment ucx_;
  std::string problem_;
  // Describes the messages that are in other workers; empty if none are.
  std::string not_in_worker_;
  // The worker of UCX; null if it cannot be read.
  std::unique_ptr<ucx::Worker> worker_;
  // The tables of UCX, indexed by context id without the bit of collective operations.
  std::unique_ptr<ucx::TablesByContext> tables_;
  std::unique_ptr<UcxEndpoints> endpoints_;
  std::unique_ptr<UcxOperations> operations_;

  // The outcome of index_requests().
  std::optional<Status> requests_indexed_;
  // The requests of UCX, indexed by the program's handle.
  std::unordered_map<Handle, Pending> pending_;
  // The handles in `pending_` that belong to collective operations.
  std::vector<Handle> in_collectives_;
};

}  // namespace mpidbg::model::mpich
