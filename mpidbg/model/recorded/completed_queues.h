#pragma once
// These queues show what memory shows, completed by what the record alone has: datatypes, counts and modes of sends,
// the calls that wait, and probes. Where memory shows nothing of a queue, the record shows it.

#include "mpidbg/model/library/forwarded_queues.h"
#include "mpidbg/model/recorded/recorder.h"

namespace mpidbg::model::recorded {

class CompletedQueues final : public ForwardedQueues {
 public:
  // Both arguments must outlive the object. If the process has no readable record, every answer is that of `in_memory`.
  CompletedQueues(Queues &in_memory, Recorder &recorder) : ForwardedQueues(in_memory), recorder_(recorder) {}

  Visibility visibility(Queue queue) const override;
  Result<std::unique_ptr<OperationCursor>> operations(const Communicator *communicator, Queue queue) override;
  // The record has them.
  bool lacks_arguments() const override { return false; }

 private:
  Recorder &recorder_;
};

}  // namespace mpidbg::model::recorded
