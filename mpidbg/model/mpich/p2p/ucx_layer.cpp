#include "mpidbg/model/mpich/p2p/ucx_layer.h"

#include <algorithm>

#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/layout/mpich/p2p/constants.h"
#include "mpidbg/model/mpich/handles.h"
#include "mpidbg/model/mpich/p2p/ucx_tag.h"

namespace mpidbg::model::mpich {

namespace {

std::uint64_t context_of(std::uint64_t tag) {
  return context_of_communicator(decode_ucx_tag(tag).context_id);
}

Error of_nobody(const ucx::Send &send) {
  return {ErrorCode::corrupt,
          "ucp_request.send.msg_proto.tag of the send at " + hex(send.request) + " is " + hex(send.tag) +
              ", whose rank or receiver is that of no communicator with its context id",
          send.request};
}

// Delivers the selected entries of UCX's tables.
class UcxEntries final : public Netmod::Entries {
 public:
  UcxEntries(UcxOperations &operations, ucx::Entries entries) : operations_(operations), entries_(std::move(entries)) {}

  std::size_t size() const override { return entries_.size(); }
  Status read(std::size_t place, const MarkedCommunicator *where, Operation &operation) const override {
    return operations_.read_entry(entries_, place, where, operation).status();
  }
  std::optional<Error> problem() const override { return entries_.problem; }

 private:
  UcxOperations &operations_;
  const ucx::Entries entries_;
};

}  // namespace

UcxLayer::UcxLayer(const Attachment &process, Handles &handles)
    : process_(process), handles_(handles), ucx_(ucx::attach(process.image, process.memory)) {
  problem_ = find_worker();
  if (!problem_.empty()) worker_.reset();
}

std::string UcxLayer::find_worker() {
  const std::string &device = process_.device;
  if (!device.empty() && !device.starts_with("ch4:ucx")) return "the queues of the device " + device + " are not read";
  const std::string in_ucx = "MPICH keeps messages in UCX, which cannot be read: ";
  if (!ucx_.problem.empty()) return in_ucx + ucx_.problem;
  if (!process_.layouts.request.resolved()) return in_ucx + process_.layouts.request.problem;
  const auto found = find_ucx_worker(process_, ucx_.layouts);
  if (!found) return in_ucx + found.error().message;
  not_in_worker_ = not_in_worker(found->interfaces);
  worker_ = std::make_unique<ucx::Worker>(process_.memory, ucx_.layouts, found->place);
  worker_->keep_pooled();
  tables_ = std::make_unique<ucx::TablesByContext>(*worker_, context_of);
  endpoints_ = std::make_unique<UcxEndpoints>(process_, handles_.world, ucx_.layouts);
  operations_ = std::make_unique<UcxOperations>(process_, handles_, *endpoints_, *worker_);
  return {};
}

std::string UcxLayer::not_in_worker(std::int32_t interfaces) const {
  if (interfaces == 1) return {};
  return "messages of the " + std::to_string(interfaces - 1) +
         " virtual interfaces after the first, which have workers of UCX of their own";
}

Netmod::Listed UcxLayer::listed(ucx::Entries entries) {
  return std::make_unique<UcxEntries>(*operations_, std::move(entries));
}

LayoutCheck UcxLayer::layout_check() {
  if (!problem_.empty()) return {LayoutCheck::Outcome::differs, "ucp_worker", problem_};
  return {LayoutCheck::Outcome::agrees, "ucp_worker",
          "its context, the size of its requests in their pool, the links of its "
          "list of unexpected messages"};
}

Visibility UcxLayer::visibility() {
  if (!problem_.empty()) return Visibility::nothing(problem_);
  return not_in_worker_.empty() ? Visibility::complete() : Visibility::partial(not_in_worker_);
}

void UcxLayer::clear() {
  if (!problem_.empty()) return;
  worker_->clear();
  tables_->clear();
  endpoints_->clear();
  operations_->clear();
  requests_indexed_.reset();
  pending_.clear();
  in_collectives_.clear();
}

// Returns true if the send is on the communicator. The context id in the send's tag is that of the receivers; for an
// intercommunicator, another communicator in this process may have the same id.
Result<bool> UcxLayer::is_on(const ucx::Send &send, const MarkedCommunicator &where) {
  const ucx::Envelope envelope = decode_ucx_tag(send.tag);
  if (context_of_communicator(envelope.context_id) != where.sent) return false;
  if (envelope.source != where.communicator.rank) return false;
  if (handles_.contexts.on_send(where.sent).size() < 2) return true;
  MPIDBG_ASSIGN(rank, operations_->receiver(send.endpoint, where));
  return rank.has_value();
}

Result<Contexts::Where> UcxLayer::sending(const ucx::Send &send) {
  MPIDBG_TRY(handles_.contexts.index());
  const std::uint64_t context = context_of_communicator(decode_ucx_tag(send.tag).context_id);
  for (const Handle handle : handles_.contexts.on_send(context)) {
    MPIDBG_ASSIGN(where, handles_.contexts.communicator(handle));
    MPIDBG_ASSIGN(is_on_it, is_on(send, *where));
    if (is_on_it) return where;
  }
  return Contexts::Where();
}

// Returns the receives on the communicator. Receives from any source are omitted here if they are also in MPICH's own
// list.
Result<ucx::Entries> UcxLayer::receives(const MarkedCommunicator &where) {
  ucx::Entries entries = tables_->receives(where.received);
  ActiveMessages &active = handles_.devices.active_messages;
  if (!active.used()) return entries;
  MPIDBG_TRY(entries.posted.keep_if([&](const ucx::Posted &entry) -> Result<bool> {
    MPIDBG_ASSIGN(receive, worker_->receive(entry));
    MPIDBG_ASSIGN(object, operations_->object_of(receive));
    MPIDBG_ASSIGN(request, layout::View<RequestLayout>::read(process_.memory, process_.layouts.request, object));
    return !active.is_hidden(request);
  }));
  return entries;
}

Result<Netmod::Listed> UcxLayer::entries(const MarkedCommunicator &where, Queue queue) {
  MPIDBG_ASSIGN(found, table_entries(where, queue));
  return listed(std::move(found));
}

Result<ucx::Entries> UcxLayer::table_entries(const MarkedCommunicator &where, Queue queue) {
  MPIDBG_TRY(handles_.contexts.index());
  if (queue == Queue::unexpected) return tables_->unexpected(where.received);
  if (queue == Queue::receives) return receives(where);
  if (queue != Queue::sends) return ucx::Entries();
  ucx::Entries entries = tables_->sends(where.sent);
  MPIDBG_TRY(entries.sends.keep_if([&](const ucx::Send &send) -> Result<bool> {
    MPIDBG_ASSIGN(is_on_it, is_on(send, where));
    if (is_on_it || entries.problem) return is_on_it;
    MPIDBG_ASSIGN(other, sending(send));
    if (other == nullptr) entries.problem = of_nobody(send);
    return false;
  }));
  return entries;
}

Result<Netmod::Listed> UcxLayer::unclaimed() {
  MPIDBG_ASSIGN(freed, contexts_without_communicator(false));
  MPIDBG_ASSIGN(found, tables_->unclaimed([&](std::uint64_t context) -> Result<bool> {
    return handles_.contexts.has_receiving(context) || is_context_of_leaders(context) ||
           std::binary_search(freed.begin(), freed.end(), context);
  }));
  return listed(std::move(found));
}

Result<std::vector<std::uint64_t>> UcxLayer::contexts_without_communicator(bool of_messages) {
  MPIDBG_TRY(handles_.contexts.index());
  std::set<std::uint64_t> contexts = tables_->receiving_contexts();
  if (of_messages) contexts.merge(tables_->message_contexts());
  std::erase_if(contexts, [this](std::uint64_t context) { return handles_.contexts.has_receiving(context); });
  for (const std::uint64_t context : tables_->sending_contexts()) {
    if (!handles_.contexts.has_sending(context)) contexts.insert(context);
  }
  std::erase_if(contexts, is_context_of_leaders);
  return std::vector<std::uint64_t>(contexts.begin(), contexts.end());
}

Result<Netmod::Listed> UcxLayer::entries_without_communicator(std::uint64_t context_id, Queue queue) {
  MPIDBG_TRY(handles_.contexts.index());
  const bool is_known =
      queue == Queue::sends ? handles_.contexts.has_sending(context_id) : handles_.contexts.has_receiving(context_id);
  if (is_known) return listed({});
  if (queue == Queue::unexpected) return listed(tables_->unexpected(context_id));
  if (queue == Queue::receives) return listed(tables_->receives(context_id));
  return listed(queue == Queue::sends ? tables_->sends(context_id) : ucx::Entries());
}

Status UcxLayer::add_pending(const ucx::Request &request, Pending pending) {
  if (is_of_leaders(request.tag))
    return {};  // the memory after such a request contains data of an earlier request at the same address
  MPIDBG_ASSIGN(object, operations_->object_of(request));
  const Handle handle = handles_.request_index.owner_of(object);
  if (handle.is_null() || !pending_.emplace(handle, pending).second) return {};
  const ucx::Envelope envelope = decode_ucx_tag(request.tag);
  if (is_of_collective(envelope.context_id) && envelope.tag && is_of_nonblocking_collective(*envelope.tag)) {
    in_collectives_.push_back(handle);
  }
  return {};
}

Status UcxLayer::index_requests() {
  if (requests_indexed_) return *requests_indexed_;
  const auto index = [this]() -> Status {
    const auto &posted = worker_->posted();
    for (const ucx::Posted &entry : posted.entries) {
      MPIDBG_ASSIGN(receive, worker_->receive(entry));
      MPIDBG_TRY(add_pending(receive, {.posted = &entry}));
    }
    if (posted.problem) return *posted.problem;
    const auto &matched = worker_->matched();
    for (const ucx::Receive &receive : matched.entries) MPIDBG_TRY(add_pending(receive, {.matched = &receive}));
    if (matched.problem) return *matched.problem;
    const auto &sends = worker_->sends();
    for (const ucx::Send &send : sends.entries) MPIDBG_TRY(add_pending(send, {.send = &send}));
    if (sends.problem) return *sends.problem;
    return {};
  };
  requests_indexed_ = index();
  return *requests_indexed_;
}

Status UcxLayer::check(std::span<const PendingRequest> pending) {
  if (!problem_.empty()) return {};
  std::vector<ucx::PooledRequest> pooled = worker_->take_pooled();
  const std::unordered_set<Address> leaders = of_leaders();
  std::erase_if(pooled, [&](const ucx::PooledRequest &request) { return leaders.contains(request.request); });
  return check_carried({pending, std::move(pooled), not_in_worker_.empty()},
                       [this](Address request, const ucx::PooledRequest &of_ucx) {
                         return handles_.request_index.check_pending(request, "ucp_request", of_ucx.request);
                       });
}

std::optional<Error> UcxLayer::unknown_datatype() const {
  return operations_ ? operations_->unknown_datatype() : std::nullopt;
}

std::unordered_set<Address> UcxLayer::of_leaders() {
  std::unordered_set<Address> found;
  const auto add = [&](const auto &entries) {
    for (const auto &entry : entries) {
      if (is_of_leaders(entry.tag)) found.insert(entry.request);
    }
  };
  add(worker_->posted().entries);
  add(worker_->matched().entries);
  add(worker_->sends().entries);
  return found;
}

std::optional<Error> UcxLayer::unknown_receiver() const {
  return problem_.empty() && not_in_worker_.empty() ? operations_->unknown_receiver() : std::nullopt;
}

Result<std::vector<Handle>> UcxLayer::in_nonblocking_collectives() {
  if (problem_.empty()) MPIDBG_TRY(index_requests());
  return in_collectives_;
}

// Reports progress. Messages that do not pass through the worker can be in flight without being seen.
Result<Progress> UcxLayer::progress() {
  if (!problem_.empty()) return Error{ErrorCode::not_supported, problem_};
  MPIDBG_ASSIGN(found, worker_->progress());
  return Progress{std::move(found.counters), not_in_worker_.empty() ? found.empty : std::nullopt};
}

Result<bool> UcxLayer::read_request(Request &request) {
  if (!problem_.empty()) return false;
  const Status indexed = index_requests();
  const auto found = pending_.find(request.handle);
  if (found == pending_.end()) {
    MPIDBG_TRY(indexed);
    return false;
  }
  const auto [posted, matched, send] = found->second;
  std::optional<ucx::Receive> receive;
  if (matched != nullptr) receive = *matched;
  if (posted != nullptr) {
    MPIDBG_ASSIGN(read, worker_->receive(*posted));
    receive = read;
  }
  MPIDBG_ASSIGN(where, receive ? handles_.contexts.receiving(decode_ucx_tag(receive->tag).context_id) : sending(*send));
  Operation operation;
  MPIDBG_TRY(receive ? operations_->read_receive(*receive, where.get(), operation)
                     : operations_->read_send(*send, where.get(), operation));
  if (!request.communicator.is_null() && where != nullptr && request.communicator != where->communicator.handle) {
    return Error{ErrorCode::corrupt,
                 "MPIR_Request.comm of the request " + hex(request.handle) + " is " + hex(request.communicator) +
                     ", and UCX has it on " + hex(where->communicator.handle),
                 request.record};
  }
  if (request.communicator.is_null() && where != nullptr) request.communicator = where->communicator.handle;
  request.internal |= operation.internal;
  if (request.datatype.is_null()) {
    request.datatype = operation.datatype;
    request.datatype_name = operation.datatype_name;
    request.datatype_named = operation.datatype_named;
    request.count = operation.count;
  }
  operations_->fill_pending(operation, receive ? &*receive : nullptr, request);
  request.transfer_completed = false;
  return true;
}

Status UcxLayer::read_message(const RequestView &request, Message &message) {
  if (!problem_.empty()) return Error{ErrorCode::not_supported, problem_};
  MPIDBG_ASSIGN(device, request.part(&RequestLayout::dev, process_.layouts.device_request));
  MPIDBG_ASSIGN(in_ucx, device.part(&DeviceRequestLayout::ch4, process_.layouts.ucx_request));
  MPIDBG_ASSIGN(found, worker_->message(in_ucx.get(&UcxRequestLayout::message_handler)));
  const ucx::Envelope envelope = decode_ucx_tag(found.tag);
  MPIDBG_ASSIGN(where, handles_.contexts.receiving(envelope.context_id));
  Operation operation;
  MPIDBG_TRY(operations_->read_message(found, where.get(), operation));
  if (message.communicator.is_null() && where != nullptr) message.communicator = where->communicator.handle;
  message.source = operation.comm_rank;
  message.synchronous = found.synchronous;
  message.source_world_rank = operation.world_rank;
  message.source_name = operation.peer;
  message.tag = operation.tag;
  message.bytes = found.bytes;
  message.protocol = operation.protocol;
  message.payload = found.payload;
  return {};
}

}  // namespace mpidbg::model::mpich
