#pragma once
// CompletedQueues shows the message queues in the library's memory, and adds facts that only the record has. These are
// datatypes, counts and modes of sends, the calls that wait, and probes. A queue that memory does not show comes from
// the record alone.

#include "mpidbg/model/library/forwarded_queues.h"
#include "mpidbg/model/recorded/recorder.h"

namespace mpidbg::model::recorded {

class CompletedQueues final : public ForwardedQueues {
 public:
  // Both arguments must outlive the object. If the process has no readable record, every answer is that of `in_memory`.
  CompletedQueues(Queues &in_memory, Recorder &recorder) : ForwardedQueues(in_memory), recorder_(recorder) {}

  Visibility visibility(Queue queue) const override;
  Result<std::unique_ptr<OperationCursor>> operations(const Communicator *communicator, Queue queue) override;
  // Returns false because the record has the arguments.
  bool lacks_arguments() const override { return false; }

 private:
  Recorder &recorder_;
};

}  // namespace mpidbg::model::recorded
