#include "mpidbg/model/recorded/completed_queues.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "mpidbg/model/library/fault_tolerant_cursor.h"
#include "mpidbg/model/recorded/recorded_queues.h"

namespace mpidbg::model::recorded {

namespace {

bool is_recorded(Queue queue) {
  return queue != Queue::unexpected && queue != Queue::unclaimed;
}

// Delivers the operations that memory shows, and after them the probes, which only the record has. Recorded facts about
// the same request or call are added to each operation. If `in_memory` is null, delivers all recorded operations.
class CompletingCursor final : public FaultTolerantCursor {
 public:
  CompletingCursor(std::unique_ptr<OperationCursor> in_memory, std::vector<Operation> recorded)
      : in_memory_(std::move(in_memory)), recorded_(std::move(recorded)) {
    for (std::size_t i = 0; i < recorded_.size(); ++i) {
      if (recorded_[i].request.is_null()) {
        calls_.push_back(i);
      } else {
        by_request_.emplace(recorded_[i].request, i);
      }
    }
  }

 private:
  bool deliver(Operation &operation) override {
    if (in_memory_ != nullptr && !at_end_of_memory_) {
      const auto delivered = in_memory_->next(operation);
      if (delivered && *delivered) {
        if (const Operation *recorded = find(operation)) complete(operation, *recorded);
        return true;
      }
      note(delivered.status());
      at_end_of_memory_ = true;
    }
    while (at_ < recorded_.size()) {
      Operation &recorded = recorded_[at_++];
      if (in_memory_ != nullptr && !recorded.is_probe) continue;
      operation = std::move(recorded);
      return true;
    }
    return false;
  }

  const Operation *find(const Operation &operation) const {
    if (const auto found = by_request_.find(operation.request);
        !operation.request.is_null() && found != by_request_.end())
      return &recorded_[found->second];
    const auto found = std::find_if(calls_.begin(), calls_.end(),
                                    [&](std::size_t call) { return is_of_call(operation, recorded_[call]); });
    return found == calls_.end() ? nullptr : &recorded_[*found];
  }

  // Returns true if the operation in memory can belong to the recorded blocking call. Blocking calls have no request
  // handle by which they could be recognised.
  static bool is_of_call(const Operation &operation, const Operation &call) {
    if (call.is_probe || operation.persistent || operation.is_send != call.is_send) return false;
    if (operation.buffer != call.buffer) return false;
    if (operation.matched) return true;
    const bool same_peer = operation.any_source == call.any_source &&
                           (operation.any_source || operation.comm_rank < 0 || operation.comm_rank == call.comm_rank);
    const bool same_tag = operation.any_tag == call.any_tag && (operation.any_tag || operation.tag == call.tag);
    return same_peer && same_tag;
  }

  static void complete(Operation &operation, const Operation &recorded) {
    if (operation.datatype.is_null() && !recorded.datatype.is_null()) {
      operation.datatype = recorded.datatype;
      operation.datatype_name = recorded.datatype_name;
      operation.datatype_named = recorded.datatype_named;
    }
    if (!operation.count) operation.count = recorded.count;
    if (operation.blocking_call.empty()) operation.blocking_call = recorded.blocking_call;
    if (recorded.send_mode == SendMode::ready) operation.send_mode = recorded.send_mode;
  }

  const std::unique_ptr<OperationCursor> in_memory_;
  std::vector<Operation> recorded_;
  std::vector<std::size_t> calls_;
  std::unordered_map<Handle, std::size_t> by_request_;
  bool at_end_of_memory_ = false;
  std::size_t at_ = 0;
};

}  // namespace

Visibility CompletedQueues::visibility(Queue queue) const {
  const Visibility seen = own_.visibility(queue);
  if (seen.shows_anything() || !is_recorded(queue) || !recorder_.record()) return seen;
  return Visibility::partial(seen.problem() + "; shown are those that the recorder knows");
}

Result<std::unique_ptr<OperationCursor>> CompletedQueues::operations(const Communicator *communicator, Queue queue) {
  if (communicator == nullptr || communicator->handle.is_null() || !is_recorded(queue))
    return own_.operations(communicator, queue);
  auto recorded = recorded_operations(recorder_, communicator->handle, queue);
  std::unique_ptr<OperationCursor> cursor;
  if (own_.visibility(queue).shows_anything() || !recorded) {
    MPIDBG_ASSIGN(opened, own_.operations(communicator, queue));
    cursor = std::move(opened);
  }
  if (!recorded) return cursor;
  return std::unique_ptr<OperationCursor>(std::make_unique<CompletingCursor>(std::move(cursor), std::move(*recorded)));
}

}  // namespace mpidbg::model::recorded
