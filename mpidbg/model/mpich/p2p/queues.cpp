#include "mpidbg/model/mpich/p2p/queues.h"

#include "mpidbg/layout/mpich/constants.h"
#include "mpidbg/model/mpich/handles.h"
#include "mpidbg/model/mpich/p2p/probe_arguments.h"

namespace mpidbg::model::mpich {

namespace constants = layout::mpich;

namespace {

struct Part {
  std::shared_ptr<const UcxCommunicator> where;  // null: of communicators that this process does not have
  ucx::Entries entries;
};

// Delivers entries of UCX's tables, of which it has copies, the library's own operations, and then why there are no
// more.
class Cursor final : public OperationCursor {
 public:
  // `shown`: the communicator that ranks count in; null for unclaimed messages. `own_problem`: of the library's
  // requests.
  Cursor(UcxOperations &operations, std::shared_ptr<const UcxCommunicator> shown, std::vector<Part> parts,
         std::vector<Operation> own, std::optional<Error> own_problem)
      : operations_(operations),
        shown_(std::move(shown)),
        parts_(std::move(parts)),
        own_(std::move(own)),
        own_problem_(std::move(own_problem)) {}

  Result<bool> next(Operation &operation) override {
    for (; part_ < parts_.size(); ++part_, at_ = 0) {
      const Part &part = parts_[part_];
      MPIDBG_ASSIGN(found, operations_.read_entry(part.entries, at_, part.where.get(), operation));
      if (!found) continue;
      ++at_;
      if (part.where != shown_) count_in_shown(operation);
      return true;
    }
    if (at_ < own_.size()) {
      operation = own_[at_++];
      return true;
    }
    for (const Part &part : parts_) {
      if (part.entries.problem) return *part.entries.problem;
    }
    if (own_problem_) return *own_problem_;
    return false;
  }

 private:
  void count_in_shown(Operation &operation) {
    if (operation.comm_rank < 0) return;
    operation.comm_rank = operations_.rank_of(operation.peer, *shown_).value_or(-1);
  }

  UcxOperations &operations_;
  const std::shared_ptr<const UcxCommunicator> shown_;
  const std::vector<Part> parts_;
  const std::vector<Operation> own_;
  const std::optional<Error> own_problem_;
  std::size_t part_ = 0, at_ = 0;  // the next one, of a part or of the own ones
};

bool is_receive(const Request &request) {
  return request.call == RequestCall::irecv || request.call == RequestCall::recv_init ||
         request.call == RequestCall::precv_init;
}

Operation make(const Request &request, const Communicator &communicator, Queue queue) {
  Operation operation;
  operation.queue = queue;
  operation.is_send = !is_receive(request);
  operation.any_source = request.any_source;
  operation.any_tag = request.any_tag;
  operation.internal = communicator.internal;
  operation.persistent = request.persistent;
  operation.complete = request.complete;
  operation.context_id = communicator.context_id;
  if (request.peer) {
    operation.comm_rank = request.peer->comm_rank;
    operation.world_rank = request.peer->world_rank;
    operation.peer = request.peer->name;
  }
  operation.tag = request.tag.value_or(constants::any_tag);
  operation.tag_known = request.tag || request.any_tag;
  operation.matched = request.transfer_started.value_or(false);
  operation.partitions = request.partitions;
  operation.send_mode = request.send_mode;
  operation.bytes = request.bytes;
  operation.count = request.count;
  operation.request = request.handle;
  operation.buffer = request.buffer;
  operation.datatype = request.datatype;
  operation.datatype_name = request.datatype_name;
  operation.datatype_named = request.datatype_named;
  return operation;
}

}  // namespace

Visibility MpichQueues::visibility(Queue queue) const {
  if (queue == Queue::inactive) return Visibility::complete();
  return handles_.ucx.visibility();
}

// Requests that note their communicator are persistent, of collective operations, or on communicators of one process.
Result<std::vector<Operation>> MpichQueues::own(const Communicator &communicator, Queue queue) {
  MPIDBG_ASSIGN(requests, handles_.requests.on(communicator.handle));
  const bool is_single = is_of_one_process(communicator);
  std::vector<Operation> found;
  for (const std::uint32_t number : *requests) {
    const Handle handle(number, 4);
    MPIDBG_ASSIGN(request, handles_.requests.read_head(handle));
    if (request.type != RequestType::point_to_point) continue;
    if (request.state == RequestState::inactive) {
      if (queue == Queue::inactive) found.push_back(make(request, communicator, queue));
      continue;
    }
    const bool is_own = request.partitions ? !request.internal : is_single && !request.persistent;
    if (!is_own || request.complete) continue;
    Operation operation = make(request, communicator, queue);
    MPIDBG_ASSIGN(record, handles_.pools.find(ObjectKind::request, static_cast<std::uint32_t>(handle.value())));
    operation.record = record;
    if (request.partitions) {
      if (queue == (operation.is_send ? Queue::sends : Queue::receives)) found.push_back(operation);
    } else if (queue == Queue::unexpected && operation.is_send) {
      MPIDBG_ASSIGN(matched, handles_.messages.matched_sends());
      if (matched->contains(record)) continue;
      operation.is_send = false;
      operation.request = Handle();
      found.push_back(operation);
    } else if (queue == (operation.is_send ? Queue::sends : Queue::receives)) {
      operation.request = handles_.requests.owner_of(handle);
      operation.persistent = operation.request != handle;
      found.push_back(operation);
    }
  }
  return found;
}

Result<std::unique_ptr<OperationCursor>> MpichQueues::operations(const Communicator *communicator, Queue queue) {
  UcxLayer &ucx = handles_.ucx;
  if (!ucx.problem().empty()) return Error{ErrorCode::not_supported, ucx.problem()};
  std::vector<Part> parts;
  if (queue == Queue::unclaimed || communicator->handle.is_null()) {
    MPIDBG_ASSIGN(entries, queue == Queue::unclaimed
                               ? ucx.unclaimed()
                               : ucx.entries_without_communicator(communicator->context_id, queue));
    parts.push_back({nullptr, std::move(entries)});
    return std::unique_ptr<OperationCursor>(
        std::make_unique<Cursor>(ucx.operations(), nullptr, std::move(parts), std::vector<Operation>(), std::nullopt));
  }
  MPIDBG_ASSIGN(shown, ucx.communicator(communicator->handle));
  MPIDBG_ASSIGN(carriers, ucx.shown_on(shown));
  for (const auto &where : carriers) {
    MPIDBG_ASSIGN(entries, ucx.entries(*where, queue));
    parts.push_back({where, std::move(entries)});
  }
  MPIDBG_ASSIGN(own_operations, own(*communicator, queue));
  return std::unique_ptr<OperationCursor>(std::make_unique<Cursor>(ucx.operations(), shown, std::move(parts),
                                                                   std::move(own_operations),
                                                                   handles_.pools.problem(ObjectKind::request)));
}

Result<std::vector<std::uint64_t>> MpichQueues::contexts_without_communicator(bool of_messages) {
  if (!handles_.ucx.problem().empty()) return std::vector<std::uint64_t>();
  return handles_.ucx.contexts_without_communicator(of_messages);
}

Result<Probe> MpichQueues::probe(std::span<const Address> words) {
  if (!handles_.ucx.problem().empty()) return Error{ErrorCode::not_supported, handles_.ucx.problem()};
  std::optional<Probe> found;
  bool is_unique = true;
  for (const ProbeArguments &arguments : find_probe_arguments(words)) {
    const auto object = handles_.pools.find(ObjectKind::communicator, arguments.handle);
    if (!object || *object != arguments.communicator) continue;
    MPIDBG_ASSIGN(where, handles_.ucx.communicator(Handle(arguments.handle, 4)));
    if (arguments.source >= 0 && static_cast<std::size_t>(arguments.source) >= where->peers->size()) continue;
    is_unique = !found;
    Probe probe;
    probe.communicator = Handle(arguments.handle, 4);
    ucx::Envelope asked;
    asked.context_id = where->received;
    if (arguments.source != constants::any_source) asked.source = arguments.source;
    if (arguments.tag != constants::any_tag) asked.tag = arguments.tag;
    MPIDBG_TRY(handles_.ucx.operations().read_probe(asked, *where, probe.operation));
    found = std::move(probe);
  }
  if (found && is_unique) return *std::move(found);
  return Error{ErrorCode::not_found, "the words at hand fit " + std::string(found ? "several" : "no") + " probes"};
}

Result<Progress> MpichQueues::progress() {
  return handles_.ucx.progress();
}

}  // namespace mpidbg::model::mpich
