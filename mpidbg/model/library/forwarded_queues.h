#pragma once
// ForwardedQueues forwards all calls to another Queues object. It is the base class of classes that change some of the
// answers.

#include "mpidbg/model/library/queues.h"

namespace mpidbg::model {

class ForwardedQueues : public Queues {
 public:
  // Calls are forwarded to `own`, which must outlive this object.
  explicit ForwardedQueues(Queues &own) : own_(own) {}

  std::string layer() const override { return own_.layer(); }
  Visibility visibility(Queue queue) const override { return own_.visibility(queue); }
  Result<std::unique_ptr<OperationCursor>> operations(const Communicator *communicator, Queue queue) override {
    return own_.operations(communicator, queue);
  }
  Result<std::vector<std::uint64_t>> contexts_without_communicator(bool of_messages) override {
    return own_.contexts_without_communicator(of_messages);
  }
  bool lacks_arguments() const override { return own_.lacks_arguments(); }
  Result<std::vector<Channel>> channels(const Communicator &communicator) override {
    return own_.channels(communicator);
  }
  Result<Probe> probe(std::span<const Address> words) override { return own_.probe(words); }
  Result<Progress> progress() override { return own_.progress(); }

 protected:
  Queues &own_;
};

}  // namespace mpidbg::model
