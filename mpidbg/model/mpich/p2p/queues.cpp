#include "mpidbg/model/mpich/p2p/queues.h"

#include "mpidbg/layout/mpich/constants.h"
#include "mpidbg/model/library/fault_tolerant_cursor.h"
#include "mpidbg/model/mpich/handles.h"
#include "mpidbg/model/mpich/p2p/probe_arguments.h"
#include "mpidbg/model/mpich/p2p/ucx_tag.h"
#include "mpidbg/model/objects/request_operation.h"

namespace mpidbg::model::mpich {

namespace {

// Holds the entries that a queue has for one communicator.
struct Part {
  Contexts::Where where;  // null for communicators that this process does not have
  Netmod::Listed network;
  ActiveMessages::Entries active;
};

// Delivers the entries of the network library and of MPICH's lists, and then the operations that the library keeps
// itself. At the end, reports the reason why the list may be incomplete.
class Cursor final : public FaultTolerantCursor {
 public:
  // `shown` is the communicator to which ranks refer; null for unclaimed messages. `own_problem` is the problem of the
  // library's requests.
  Cursor(Handles &handles, Queue queue, Contexts::Where shown, std::vector<Part> parts, std::vector<Operation> own,
         std::optional<Error> own_problem)
      : handles_(handles),
        queue_(queue),
        shown_(std::move(shown)),
        parts_(std::move(parts)),
        own_(std::move(own)),
        own_problem_(std::move(own_problem)) {}

 private:
  bool deliver(Operation &operation) override {
    while (part_ < parts_.size()) {
      const Part &part = parts_[part_];
      if (at_ == in_network(part) + part.active.entries.size()) {
        ++part_;
        at_ = 0;
        continue;
      }
      const Status read = read_entry(part, at_++, operation);
      note(read);
      if (!read) continue;
      if (part.where != shown_) count_in_shown(operation);
      return true;
    }
    if (at_ < own_.size()) {
      operation = own_[at_++];
      return true;
    }
    for (const Part &part : parts_) {
      if (part.network != nullptr) note(part.network->problem());
      note(part.active.problem);
    }
    note(own_problem_);
    if (!handles_.devices.sees_network()) return false;
    if (queue_ == Queue::sends) note(handles_.devices.network().unknown_receiver());
    note(handles_.devices.network().unknown_datatype());
    return false;
  }

  static std::size_t in_network(const Part &part) { return part.network == nullptr ? 0 : part.network->size(); }

  // Fills in `operation` from the entry with index `place`. The index counts the entries of the network library first,
  // then those in MPICH's lists.
  Status read_entry(const Part &part, std::size_t place, Operation &operation) {
    const std::size_t before = in_network(part);
    if (place < before) return part.network->read(place, part.where.get(), operation);
    const ListedRequest &entry = part.active.entries[place - before];
    return handles_.devices.active_messages.read(entry, queue_, part.where.get(), operation);
  }

  void count_in_shown(Operation &operation) {
    if (operation.comm_rank < 0) return;
    operation.comm_rank = handles_.contexts.rank_of(operation.peer, *shown_).value_or(-1);
  }

  Handles &handles_;
  const Queue queue_;
  const Contexts::Where shown_;
  const std::vector<Part> parts_;
  const std::vector<Operation> own_;
  const std::optional<Error> own_problem_;
  std::size_t part_ = 0, at_ = 0;  // the next entry of a part or of the own operations
};

}  // namespace

std::string MpichQueues::layer() const {
  return handles_.devices.name();
}

Visibility MpichQueues::visibility(Queue queue) const {
  return handles_.devices.visibility(queue);
}

// Reads a pending send, or a receive that is in no list because it has matched or belongs to the network device.
// Returns false for requests that are in other lists. A request that MPI_Start made is shown as the persistent request
// of the program.
Result<bool> MpichQueues::read_unlisted(Request &request) {
  Devices &devices = handles_.devices;
  ActiveMessages &active = devices.active_messages;
  if (!active.used() || active.is_posted(request.record)) return false;
  if (devices.network().refers_to_communicators()) {
    MPIDBG_ASSIGN(view, read_request_view(handles_.process, request.record));
    MPIDBG_ASSIGN(device, view.part(&RequestLayout::dev, handles_.process.layouts.device_request));
    if (device.get(&DeviceRequestLayout::is_local).value_or(0) == 0) return false;
  }
  if (!request.internal) {
    MPIDBG_TRY(active.read_request(request));
    return true;
  }
  MPIDBG_ASSIGN(started, handles_.requests.read_head(handles_.request_index.owner_of(request.record)));
  request = std::move(started);
  return true;
}

// Returns operations whose requests refer to their communicator. Such requests are persistent, belong to collective
// operations, are on communicators with a single process, or belong to messages that UCX does not transport.
Result<std::vector<Operation>> MpichQueues::own(const Communicator &communicator, Queue queue) {
  MPIDBG_ASSIGN(requests, handles_.request_index.on(communicator.handle));
  const bool is_single = is_of_one_process(communicator);
  std::vector<Operation> found;
  for (const std::uint32_t number : *requests) {
    const Handle handle = int_handle(number);
    MPIDBG_ASSIGN(request, handles_.requests.read_head(handle));
    if (request.type != RequestType::point_to_point) continue;
    if (request.state == RequestState::inactive) {
      const bool has_peer = request.any_source || request.peer;  // MPI_Start does nothing for MPI_PROC_NULL
      if (queue == Queue::inactive && has_peer) found.push_back(operation_of(request, communicator, queue));
      continue;
    }
    if (request.complete) continue;
    if (!is_single && !request.partitions && !request.persistent) {
      if (queue != (is_receive(request) ? Queue::receives : Queue::sends)) continue;
      MPIDBG_ASSIGN(is_own, read_unlisted(request));
      if (!is_own) continue;
      found.push_back(operation_of(request, communicator, queue));
      found.back().record = request.record;
      continue;
    }
    const bool is_own = request.partitions ? !request.internal : !request.persistent;
    if (!is_own) continue;
    Operation operation = operation_of(request, communicator, queue);
    MPIDBG_ASSIGN(record, handles_.pools.find(ObjectKind::request, value_of(handle)));
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
      operation.request = handles_.request_index.owner_of(handle);
      operation.persistent = operation.request != handle;
      found.push_back(operation);
    }
  }
  return found;
}

Result<std::unique_ptr<OperationCursor>> MpichQueues::operations(const Communicator *communicator, Queue queue) {
  Devices &devices = handles_.devices;
  if (const std::string problem = devices.problem(); !problem.empty()) return Error{ErrorCode::not_supported, problem};
  const bool sees_network = devices.sees_network();
  std::vector<Part> parts;
  if (queue == Queue::unclaimed || communicator->handle.is_null()) {
    Part &part = parts.emplace_back();
    if (sees_network) {
      MPIDBG_ASSIGN(entries, queue == Queue::unclaimed
                                 ? devices.network().unclaimed()
                                 : devices.network().entries_without_communicator(communicator->context_id, queue));
      part.network = std::move(entries);
    }
    const bool has_messages = queue == Queue::unclaimed || queue == Queue::unexpected;
    if (has_messages) {
      const auto context = queue == Queue::unclaimed ? std::nullopt : std::optional(communicator->context_id);
      MPIDBG_ASSIGN(entries, devices.active_messages.unclaimed(context));
      part.active = std::move(entries);
    }
    return std::unique_ptr<OperationCursor>(
        std::make_unique<Cursor>(handles_, queue, nullptr, std::move(parts), std::vector<Operation>(), std::nullopt));
  }
  MPIDBG_ASSIGN(shown, handles_.contexts.communicator(communicator->handle));
  MPIDBG_ASSIGN(carriers, handles_.contexts.shown_on(shown));
  for (const auto &where : carriers) {
    Part &part = parts.emplace_back(Part{where, {}, {}});
    if (sees_network) {
      MPIDBG_ASSIGN(entries, devices.network().entries(*where, queue));
      part.network = std::move(entries);
    }
    MPIDBG_ASSIGN(active, devices.active_messages.entries(*where, queue));
    part.active = std::move(active);
  }
  std::vector<Operation> own_operations;
  for (const auto &where : carriers) {
    MPIDBG_ASSIGN(found, own(where->communicator, queue));
    own_operations.insert(own_operations.end(), found.begin(), found.end());
  }
  return std::unique_ptr<OperationCursor>(std::make_unique<Cursor>(
      handles_, queue, shown, std::move(parts), std::move(own_operations), handles_.request_index.damage()));
}

// Returns the context ids of freed communicators. Active messages are not among them, because their requests hold
// references to their communicators.
Result<std::vector<std::uint64_t>> MpichQueues::contexts_without_communicator(bool of_messages) {
  Devices &devices = handles_.devices;
  std::set<std::uint64_t> contexts;
  if (devices.sees_network()) {
    MPIDBG_ASSIGN(in_network, devices.network().contexts_without_communicator(of_messages));
    contexts.insert(in_network.begin(), in_network.end());
  }
  if (of_messages) {
    MPIDBG_ASSIGN(messages, devices.active_messages.unclaimed());
    for (const ListedRequest &entry : messages.entries) contexts.insert(context_of_communicator(entry.context_id));
  }
  return std::vector<std::uint64_t>(contexts.begin(), contexts.end());
}

Result<Probe> MpichQueues::probe(std::span<const Address> words) {
  Devices &devices = handles_.devices;
  if (!devices.sees_network()) return Error{ErrorCode::not_supported, devices.network().problem()};
  std::optional<Probe> found;
  bool is_unique = true;
  const std::int32_t any_source = handles_.process.header->any_source, any_tag = handles_.process.header->any_tag;
  const auto are_possible = [&](const ProbeArguments &arguments) {
    if (arguments.source < 0 && arguments.source != any_source) return false;
    if (arguments.tag < 0 && arguments.tag != any_tag) return false;
    const auto object = handles_.pools.find(ObjectKind::communicator, arguments.handle);
    if (!object || *object != arguments.communicator) return false;
    const auto where = handles_.contexts.communicator(int_handle(arguments.handle));
    return where && (arguments.source < 0 || static_cast<std::size_t>(arguments.source) < (*where)->peers->size());
  };
  for (const ProbeArguments &arguments : find_probe_arguments(words, handles_.process.memory, are_possible)) {
    MPIDBG_ASSIGN(where, handles_.contexts.communicator(int_handle(arguments.handle)));
    is_unique = !found;
    Probe probe;
    probe.communicator = int_handle(arguments.handle);
    ucx::Envelope asked;
    asked.context_id = where->received;
    if (arguments.source != any_source) asked.source = arguments.source;
    if (arguments.tag != any_tag) asked.tag = arguments.tag;
    MPIDBG_TRY(devices.network().read_probe(asked, *where, probe.operation));
    found = std::move(probe);
  }
  if (found && is_unique) return *std::move(found);
  return Error{ErrorCode::not_found, "the words at hand fit " + std::string(found ? "several" : "no") + " probes"};
}

Result<Progress> MpichQueues::progress() {
  return handles_.devices.progress();
}

}  // namespace mpidbg::model::mpich
