#include "mpidbg/model/recorded/recorded_queues.h"

#include <algorithm>
#include <set>

#include "mpidbg/base/checked.h"
#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/base/mpi_calls.h"
#include "mpidbg/model/recorded/recorded_kinds.h"

namespace mpidbg::model::recorded {

namespace {

// Returns true if the call is about a single message that its arguments describe completely.
bool is_transfer(const MpiCall &call) {
  return call.sends() || call.data == DataFlow::receive;
}

// Holds the arguments of a call about one message.
struct Transfer {
  bool is_send = false;
  SendMode mode = SendMode::unknown;
  std::optional<std::int64_t> count;
  int peer = 0, tag = 0;
  Handle datatype{};
  Address buffer{};
};

class Queues {
 public:
  Queues(Recorder &recorder, Handle communicator, Queue queue)
      : recorder_(recorder), values_(recorder.values()), communicator_(communicator), queue_(queue) {}

  Status add_requests() {
    MPIDBG_ASSIGN(requests, recorder_.live_requests_on(communicator_));
    for (const mpidbg_record_request *request : requests) {
      const MpiCall call = mpi_call(recorder_.call_table().call(request->created_by).name);
      const auto peer = peer_of(*request);
      if (!is_transfer(call) || !peer) continue;
      const bool persistent = (request->flags & MPIDBG_RECORD_PERSISTENT) != 0;
      const bool inactive = persistent && (request->flags & MPIDBG_RECORD_ACTIVE) == 0;
      if (!wanted(call.sends(), inactive)) continue;
      const bool has_buffer = (request->flags & MPIDBG_RECORD_SECOND_DATATYPE) == 0;
      Operation operation = make({.is_send = call.sends(),
                                  .mode = send_mode_of(call.data),
                                  .count = count_of(*request),
                                  .peer = *peer,
                                  .tag = tag_of(*request).value_or(values_.any_tag),
                                  .datatype = Handle(request->datatype),
                                  .buffer = Address(has_buffer ? request->buffer_or_op : 0)});
      operation.persistent = persistent;
      operation.request = Handle(request->request);
      add(std::move(operation));
    }
    return {};
  }

  Status add_blocking_calls() {
    MPIDBG_ASSIGN(threads, recorder_.threads(nullptr));
    for (const RecordedThread &thread : threads)
      if (thread.in_call) add(thread, recorder_.call_table().call(thread.number));
    return {};
  }

  std::vector<Operation> take() { return std::move(operations_); }

 private:
  bool wanted(bool is_send, bool inactive) const {
    if (inactive) return queue_ == Queue::inactive;
    return queue_ == (is_send ? Queue::sends : Queue::receives);
  }

  void add(Operation operation) {
    if (operation.comm_rank != values_.proc_null) operations_.push_back(std::move(operation));
  }

  void add(const RecordedThread &thread, const Call &call) {
    const auto word = [&](const char *name) -> std::optional<std::uint64_t> {
      const auto place = call.word_of_name(name);
      return place && *place < thread.words.size() ? std::optional(thread.words[*place]) : std::nullopt;
    };
    const auto add_transfer = [&](bool is_send, SendMode mode, const char *buffer, const char *count,
                                  const char *datatype, const char *peer, const char *tag, bool is_probe = false) {
      if (!wanted(is_send, false) || !word(peer) || !word(tag)) return;
      Operation operation =
          make({.is_send = is_send,
                .mode = mode,
                .count = word(count) ? std::optional(static_cast<std::int64_t>(*word(count))) : std::nullopt,
                .peer = static_cast<int>(*word(peer)),
                .tag = static_cast<int>(*word(tag)),
                .datatype = Handle(word(datatype).value_or(0)),
                .buffer = Address(word(buffer).value_or(0))});
      operation.is_probe = is_probe;
      operation.blocking_call = thread.name;
      add(std::move(operation));
    };
    if (word("comm") != communicator_.value()) return;
    const MpiCall known = mpi_call(call.name);
    if (is_transfer(known)) {
      const bool sends = known.sends();
      return add_transfer(sends, send_mode_of(known.data), "buf", "count", "datatype", sends ? "dest" : "source",
                          "tag");
    }
    if (known.is_blocking_probe()) return add_transfer(false, SendMode::unknown, "", "", "", "source", "tag", true);
    if (known.wait != CallWait::messages) return;
    const bool replaces = known.name == "MPI_Sendrecv_replace";
    add_transfer(true, SendMode::standard, replaces ? "buf" : "sendbuf", replaces ? "count" : "sendcount",
                 replaces ? "datatype" : "sendtype", "dest", "sendtag");
    add_transfer(false, SendMode::unknown, replaces ? "buf" : "recvbuf", replaces ? "count" : "recvcount",
                 replaces ? "datatype" : "recvtype", "source", "recvtag");
  }

  Operation make(const Transfer &transfer) {
    Operation operation;
    operation.queue = queue_;
    operation.is_send = transfer.is_send;
    operation.send_mode = transfer.mode;
    operation.any_source = !transfer.is_send && transfer.peer == values_.any_source;
    operation.any_tag = !transfer.is_send && transfer.tag == values_.any_tag;
    operation.comm_rank = transfer.peer;
    operation.tag = operation.any_tag ? -1 : transfer.tag;
    operation.context_id = unknown_context;
    if (transfer.count && *transfer.count >= 0) operation.count = static_cast<std::uint64_t>(*transfer.count);
    const auto size = values_.size_of == nullptr ? std::nullopt : values_.size_of(transfer.datatype);
    if (operation.count && size) operation.bytes = checked_multiply(*operation.count, *size);
    operation.datatype = transfer.datatype;
    operation.buffer = transfer.buffer;
    if (!transfer.datatype.is_null()) {
      operation.datatype_name = recorder_.datatype_name(transfer.datatype);
      operation.datatype_named = !operation.datatype_name.empty();
      if (!operation.datatype_named) operation.datatype_name = hex(transfer.datatype);
    }
    const std::string communicator = recorder_.predefined_name(HandleKind::communicator, communicator_);
    if (communicator == "MPI_COMM_WORLD" && !operation.any_source) operation.world_rank = transfer.peer;
    return operation;
  }

  Recorder &recorder_;
  const LibraryValues &values_;
  const Handle communicator_;
  const Queue queue_;
  std::vector<Operation> operations_;
};

// Returns the communicators that are arguments of calls in progress, in any order; some may occur several times.
Result<std::vector<Handle>> communicators_in_calls(Recorder &recorder) {
  MPIDBG_ASSIGN(threads, recorder.threads(nullptr));
  std::vector<Handle> found;
  for (const RecordedThread &thread : threads) {
    if (!thread.in_call) continue;
    const Call &call = recorder.call_table().call(thread.number);
    for (std::size_t i = 0; i < thread.words.size(); ++i)
      if (call.parameters[i].handle == HandleKind::communicator) found.emplace_back(thread.words[i]);
  }
  return found;
}

}  // namespace

Result<std::vector<Operation>> recorded_operations(Recorder &recorder, Handle communicator, Queue queue) {
  MPIDBG_ASSIGN(record, recorder.record());
  (void)record;
  Queues queues(recorder, communicator, queue);
  MPIDBG_TRY(queues.add_requests());
  MPIDBG_TRY(queues.add_blocking_calls());
  return queues.take();
}

Result<std::vector<Handle>> communicators_in_use(Recorder &recorder) {
  MPIDBG_ASSIGN(with_requests, recorder.communicators_with_requests());
  MPIDBG_ASSIGN(in_calls, communicators_in_calls(recorder));
  std::set<Handle> found(with_requests.begin(), with_requests.end());
  found.insert(in_calls.begin(), in_calls.end());
  return std::vector<Handle>(found.begin(), found.end());
}

Result<bool> is_communicator_in_use(Recorder &recorder, Handle communicator) {
  MPIDBG_ASSIGN(has_requests, recorder.has_live_requests_on(communicator));
  if (has_requests) return true;
  MPIDBG_ASSIGN(in_calls, communicators_in_calls(recorder));
  return std::find(in_calls.begin(), in_calls.end(), communicator) != in_calls.end();
}

}  // namespace mpidbg::model::recorded
