#pragma once
// Implements the point-to-point layer "ucx", which passes messages to UCX. The queues are in the worker of UCX, which
// model/ucx/worker.h describes. For datatypes without gaps, UCX knows only the number of bytes.
//
// Requests do not hold a reference to their communicator. Therefore requests on a freed communicator are listed without
// a communicator, and messages for a freed communicator are unclaimed.

#include "mpidbg/model/openmpi/p2p/layer.h"
#include "mpidbg/model/openmpi/p2p/ucx_operations.h"

namespace mpidbg::model::openmpi {

struct Attachment;
struct Handles;

class UcxLayer final : public PointToPointLayer {
 public:
  // `process` and `handles` must outlive this object. The constructor checks that the worker matches UCX's layouts.
  UcxLayer(const Attachment &process, Handles &handles);

  std::string name() const override { return "ucx"; }
  void clear() override;
  Visibility queue(Queue queue) const override;
  Visibility requests_seen() const override { return Visibility::unless(problem_); }
  Visibility messages_seen() const override { return Visibility::unless(problem_); }

  Result<const std::vector<LayerRequest> *> requests() override;
  Result<const std::vector<LayerRequest> *> requests_on(Address communicator) override;
  bool holds_communicators() const override { return false; }
  Result<const LayerRequest *> find(Address request) override;
  std::optional<Error> damage() override { return requests_ ? requests_->damage() : std::nullopt; }
  Status check_unlisted(const Request &request) const override;
  Status read_request(Address handle, Request &request) override;
  Status read_message(Message &message) override;
  Result<std::unique_ptr<OperationCursor>> open_queue(const Communicator *communicator, Queue queue) override;
  Result<std::vector<std::uint64_t>> contexts_without_communicator(bool of_messages) override;
  bool lacks_arguments() const override { return true; }
  Result<Probe> probe(std::span<const Address> words) override;
  Result<Progress> progress() override;

 private:
  // Makes `worker_` and the objects that use it. Returns an empty text, or the reason why the worker cannot be read.
  std::string find_worker();
  // Returns the highest address of the first thread's stack. Blocking calls keep their requests on the stack. Sets
  // `sends_problem_` if other threads may have such requests, too.
  Address find_stack_top();
  // Succeeds if the worker can be read. Errors: not_supported.
  Status seen() const;
  // Returns true if a send found on the stack belongs to the communicator; stale data of an earlier call may look like
  // a send.
  Result<bool> is_on(const ucx::CommunicatorPeers &where, const ucx::Send &send);
  // Returns UCX's probe with this tag and mask. Returns nullopt if the communicator in the tag does not exist, or does
  // not have the rank in the tag.
  Result<std::optional<Probe>> read_probe(std::uint64_t tag, std::uint64_t mask);
  // Delivers the messages whose communicator does not exist in this process.
  Result<std::unique_ptr<OperationCursor>> open_unclaimed();
  // Delivers the persistent requests that are not started. `where` is null for a communicator that does not exist.
  Result<std::unique_ptr<OperationCursor>> open_inactive(std::shared_ptr<const ucx::CommunicatorPeers> where,
                                                         std::uint64_t context);

  const Attachment &process_;
  Handles &handles_;
  // The reason why nothing can be seen; empty if the worker can be read.
  std::string problem_;
  // The reason why some sends may be missing; empty if all can be seen.
  std::string sends_problem_;
  // The following objects are null if `problem_` is not empty.
  std::unique_ptr<ucx::Worker> worker_;
  std::unique_ptr<ucx::TablesByContext> tables_;
  std::unique_ptr<UcxRequests> requests_;
  std::unique_ptr<UcxOperations> operations_;
  UcxEndpoints endpoints_;
};

}  // namespace mpidbg::model::openmpi
