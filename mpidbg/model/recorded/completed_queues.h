#pragma once
// These queues show what memory shows, completed by what the record alone has: datatypes, counts and modes of sends,
// the calls that wait, and probes. Where memory shows nothing of a queue, the record shows it.

#include "mpidbg/model/library/queues.h"
#include "mpidbg/model/recorded/recorder.h"

namespace mpidbg::model::recorded {

class CompletedQueues final : public Queues {
 public:
  // Both arguments must outlive the object. If the process has no readable record, every answer is that of `in_memory`.
  CompletedQueues(Queues &in_memory, Recorder &recorder) : in_memory_(in_memory), recorder_(recorder) {}

  std::string layer() const override { return in_memory_.layer(); }
  Visibility visibility(Queue queue) const override;
  Result<std::unique_ptr<OperationCursor>> operations(const Communicator *communicator, Queue queue) override;
  Result<std::vector<Channel>> channels(const Communicator &communicator) override {
    return in_memory_.channels(communicator);
  }
  Result<std::vector<std::uint64_t>> contexts_without_communicator(bool of_messages) override {
    return in_memory_.contexts_without_communicator(of_messages);
  }
  Result<Probe> probe(std::span<const Address> words) override { return in_memory_.probe(words); }
  Result<Progress> progress() override { return in_memory_.progress(); }

 private:
  Queues &in_memory_;
  Recorder &recorder_;
};

}  // namespace mpidbg::model::recorded
