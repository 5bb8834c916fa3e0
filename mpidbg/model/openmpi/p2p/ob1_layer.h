#pragma once
// Implements the point-to-point layer ob1: its requests, its queues, the messages that it holds, and its counters.

#include "mpidbg/model/openmpi/p2p/layer.h"
#include "mpidbg/model/openmpi/p2p/queues_ob1.h"
#include "mpidbg/model/openmpi/p2p/request_pool.h"

namespace mpidbg::model::openmpi {

struct Attachment;
struct Handles;

class Ob1Layer final : public PointToPointLayer {
 public:
  // `process` and `handles` must outlive this object. The readers in `handles` are not used before the first call.
  Ob1Layer(const Attachment &process, Handles &handles);

  std::string name() const override { return "ob1"; }
  void clear() override;
  Visibility queue(Queue queue) const override { return Visibility::unless(queue_problem(queue)); }
  Visibility requests_seen() const override;
  Visibility messages_seen() const override { return queue(Queue::unexpected); }

  Result<const std::vector<LayerRequest> *> requests() override { return pool_.all(); }
  Result<const std::vector<LayerRequest> *> requests_on(Address communicator) override {
    return pool_.requests_on(communicator);
  }
  Result<const LayerRequest *> find(Address request) override { return pool_.find(request); }
  std::optional<Error> damage() override;

  Status check_unlisted(const Request &request) const override;
  Status read_request(Address handle, Request &request) override;
  bool is_waiting(Address request) override;
  Status read_message(Message &message) override;
  Result<std::unique_ptr<OperationCursor>> open_queue(const Communicator *communicator, Queue queue) override;
  Result<std::vector<Channel>> channels(const Communicator &communicator) override;

  // The counters are the lengths of the unexpected and the posted queue. Each has one element per process of the
  // communicator, so receives from any source are not included.
  bool has_counter(const std::string &variable) const override;
  Result<std::vector<VariableValue>> counter(const std::string &variable, Address communicator) override;

 private:
  // Returns the readers that the other parts of this layer need.
  Ob1Context context();
  // Returns the free request that ob1 keeps for the next blocking call; null if there is none.
  Address spare_request(bool is_send) const;
  // Explains in a sentence why a queue cannot be seen; empty if it can.
  std::string queue_problem(Queue queue) const;

  const Attachment &process_;
  Handles &handles_;
  RequestPool pool_;
  Ob1CommCache records_;
  // Set after the first search for damage; contains the first error, if any.
  std::optional<std::optional<Error>> damage_;
};

}  // namespace mpidbg::model::openmpi
