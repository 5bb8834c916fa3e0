#include "mpidbg/model/mpich/p2p/ofi_layer.h"

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/base/limits.h"
#include "mpidbg/layout/mpich/p2p/constants.h"
#include "mpidbg/layout/resolve.h"
#include "mpidbg/model/mpich/handles.h"
#include "mpidbg/model/mpich/p2p/ucx_tag.h"
#include "mpidbg/model/mpich/program_values.h"

namespace mpidbg::model::mpich {

namespace {

// Selects entries of a table. It keeps the table alive.
class OfiEntries final : public Netmod::Entries {
 public:
  using Places = std::vector<std::uint32_t>;
  struct Selected {
    std::shared_ptr<const OfiQueues> queues;
    std::shared_ptr<const OfiTable<ofi::Message>> messages;
    Places posted, matched, sends, unexpected;
    std::optional<Error> problem;
  };
  static Netmod::Listed listed(OfiOperations &operations, Selected selected) {
    return std::make_unique<OfiEntries>(operations, std::move(selected));
  }
  OfiEntries(OfiOperations &operations, Selected selected) : operations_(operations), selected_(std::move(selected)) {}

  std::size_t size() const override {
    return selected_.posted.size() + selected_.matched.size() + selected_.sends.size() + selected_.unexpected.size();
  }
  Status read(std::size_t place, const MarkedCommunicator *where, Operation &operation) const override {
    const auto &[queues, messages, posted, matched, sends, unexpected, problem] = selected_;
    if (place < posted.size()) {
      return operations_.read_receive(queues->posted.entries[posted[place]], nullptr, where, operation);
    }
    if (place -= posted.size(); place < matched.size()) {
      const OfiMatch &match = queues->matched.entries[matched[place]];
      return operations_.read_receive(match.receive, &match.message, where, operation);
    }
    if (place -= matched.size(); place < sends.size()) {
      return operations_.read_send(queues->sends.entries[sends[place]], where, operation);
    }
    return operations_.read_message(messages->entries[unexpected[place - sends.size()]], where, operation);
  }
  std::optional<Error> problem() const override { return selected_.problem; }

 private:
  OfiOperations &operations_;
  const Selected selected_;
};

template <class Entry>
OfiEntries::Places places_of(const OfiTable<Entry> &table, std::uint64_t context) {
  const auto found = table.by_context.find(context);
  return found == table.by_context.end() ? OfiEntries::Places() : found->second;
}

Error not_in_libfabric(const PendingRequest &request) {
  return {ErrorCode::corrupt,
          "MPIR_Request at " + hex(request.request) + " (" + hex(request.handle) +
              ") is pending, and no pending operation of libfabric is for it",
          request.request};
}

}  // namespace

OfiLayer::Opened::Opened(const Attachment &process) : libfabric(ofi::attach(process.image, process.memory)) {
  const auto open = [&]() -> Status {
    if (!libfabric.problem.empty()) return Error{ErrorCode::layout, libfabric.problem};
    layout::DebugInformation debug_information(process.image);
    std::optional<layout::ProfileSource> profile;
    if (process.profile.profile != nullptr) profile.emplace(*process.profile.profile);
    (void)layout::resolve_all(layouts, debug_information, profile ? &*profile : nullptr, process.profile.origin,
                              process.memory.pointer_size());
    for (const layout::StructLayout *layout : {static_cast<const layout::StructLayout *>(&layouts.request),
                                               static_cast<const layout::StructLayout *>(&layouts.acknowledgement),
                                               static_cast<const layout::StructLayout *>(&process.layouts.request)}) {
      if (!layout->resolved()) return Error{ErrorCode::layout, layout->problem};
    }
    MPIDBG_ASSIGN(found, find_ofi_places(process, layouts, libfabric.layouts));
    places.emplace(found);
    for (const Address endpoint : places->endpoints) {
      MPIDBG_ASSIGN(opened, ofi::open_endpoint(process.memory, libfabric.layouts, endpoint));
      endpoints.push_back(std::move(opened));
    }
    return {};
  };
  if (const Status status = open(); !status) {
    problem = "the device ch4:ofi uses libfabric, which cannot be read: " + status.error().message;
  }
}

const std::string &OfiLayer::problem() {
  if (opened_ == nullptr) {
    opened_ = std::make_unique<Opened>(process_);
    if (opened_->problem.empty()) {
      const OfiPlaces &places = *opened_->places;
      addresses_ = std::make_unique<OfiAddresses>(process_, handles_.world, opened_->layouts, places.interfaces,
                                                  places.networks);
      tables_ = std::make_unique<OfiTables>(process_, handles_, opened_->layouts, places, opened_->endpoints);
      operations_ = std::make_unique<OfiOperations>(process_, handles_, opened_->layouts, places.tag, *addresses_);
    }
  }
  return opened_->problem;
}

Visibility OfiLayer::visibility() {
  if (!problem().empty()) return Visibility::nothing(problem());
  for (const ofi::OpenEndpoint &endpoint : opened_->endpoints) {
    if (const std::string unseen = endpoint.provider->unseen_messages(); !unseen.empty())
      return Visibility::partial(unseen);
  }
  return Visibility::complete();
}

const std::string &OfiLayer::layout_source() {
  (void)problem();
  return opened_->libfabric.layout_source;
}

LayoutCheck OfiLayer::layout_check() {
  if (!problem().empty()) return {LayoutCheck::Outcome::differs, "MPIDI_OFI_global_t", problem()};
  return {LayoutCheck::Outcome::agrees, "MPIDI_OFI_global_t",
          "its endpoints, which are of the provider " + opened_->endpoints.front().name +
              ", and the queues of libfabric to which they lead"};
}

void OfiLayer::clear() {
  requests_indexed_.reset();
  pending_.clear();
  in_collectives_.clear();
  if (tables_ == nullptr) {
    opened_.reset();
    return;
  }
  tables_->clear();
  addresses_->clear();
}

Result<Contexts::Where> OfiLayer::sending(const OfiSend &send) {
  MPIDBG_TRY(handles_.contexts.index());
  const std::uint64_t context = context_of_communicator(opened_->places->tag.context_of(send.tag));
  for (const Handle handle : handles_.contexts.on_send(context)) {
    MPIDBG_ASSIGN(where, handles_.contexts.communicator(handle));
    MPIDBG_ASSIGN(is_on_it, operations_->is_on(send, *where));
    if (is_on_it) return where;
  }
  return Contexts::Where();
}

Netmod::Listed OfiLayer::listed(std::uint64_t context, Queue queue) {
  OfiEntries::Selected selected;
  if (queue == Queue::unexpected) {
    selected.messages = tables_->messages();
    selected.unexpected = places_of(*selected.messages, context);
    selected.problem = selected.messages->problem;
  } else if (queue == Queue::receives || queue == Queue::sends) {
    selected.queues = tables_->operations();
    const OfiQueues &queues = *selected.queues;
    selected.problem = queues.posted.problem;
    if (queue == Queue::sends) {
      selected.sends = places_of(queues.sends, context);
      if (!selected.problem) selected.problem = queues.sends.problem;
    } else {
      selected.posted = places_of(queues.posted, context);
      selected.matched = places_of(queues.matched, context);
      if (!selected.problem) selected.problem = queues.matched.problem;
    }
  }
  return OfiEntries::listed(*operations_, std::move(selected));
}

// Receives from any source that are also in MPICH's own list are omitted here.
Result<Netmod::Listed> OfiLayer::entries(const MarkedCommunicator &where, Queue queue) {
  if (queue != Queue::receives && queue != Queue::sends) return listed(where.received, queue);
  MPIDBG_TRY(handles_.contexts.index());
  OfiEntries::Selected selected;
  selected.queues = tables_->operations();
  const OfiQueues &queues = *selected.queues;
  selected.problem = queues.posted.problem;
  if (queue == Queue::receives) {
    for (const std::uint32_t place : places_of(queues.posted, where.received)) {
      MPIDBG_ASSIGN(request, read_request_view(process_, queues.posted.entries[place].request));
      if (!handles_.devices.active_messages.is_hidden(request)) selected.posted.push_back(place);
    }
    selected.matched = places_of(queues.matched, where.received);
    if (!selected.problem) selected.problem = queues.matched.problem;
    return OfiEntries::listed(*operations_, std::move(selected));
  }
  for (const std::uint32_t place : places_of(queues.sends, where.sent)) {
    const OfiSend &send = queues.sends.entries[place];
    MPIDBG_ASSIGN(is_on_it, operations_->is_on(send, where));
    if (is_on_it) {
      selected.sends.push_back(place);
      continue;
    }
    MPIDBG_ASSIGN(other, sending(send));
    if (other == nullptr && !selected.problem) {
      selected.problem = Error{ErrorCode::corrupt,
                               "libfabric's send at " + hex(send.entry) + " has the tag " + hex(send.tag) +
                                   ", whose rank or receiver is that of no communicator with its context id",
                               send.entry};
    }
  }
  if (!selected.problem) selected.problem = queues.sends.problem;
  return OfiEntries::listed(*operations_, std::move(selected));
}

Result<Netmod::Listed> OfiLayer::unclaimed() {
  MPIDBG_ASSIGN(freed, contexts_without_communicator(false));
  OfiEntries::Selected selected;
  selected.messages = tables_->messages();
  selected.problem = selected.messages->problem;
  for (const auto &[context, places] : selected.messages->by_context) {
    if (handles_.contexts.has_receiving(context) || std::binary_search(freed.begin(), freed.end(), context)) continue;
    selected.unexpected.insert(selected.unexpected.end(), places.begin(), places.end());
  }
  return OfiEntries::listed(*operations_, std::move(selected));
}

Result<std::vector<std::uint64_t>> OfiLayer::contexts_without_communicator(bool of_messages) {
  MPIDBG_TRY(handles_.contexts.index());
  std::set<std::uint64_t> contexts;
  const auto add_unknown = [&](const auto &table, auto &&is_known) {
    for (const auto &[context, places] : table.by_context) {
      if (!is_known(context)) contexts.insert(context);
    }
  };
  const auto is_received = [this](std::uint64_t context) { return handles_.contexts.has_receiving(context); };
  const auto is_sent = [this](std::uint64_t context) { return handles_.contexts.has_sending(context); };
  const auto queues = tables_->operations();
  add_unknown(queues->posted, is_received);
  add_unknown(queues->matched, is_received);
  add_unknown(queues->sends, is_sent);
  if (of_messages) add_unknown(*tables_->messages(), is_received);
  return std::vector<std::uint64_t>(contexts.begin(), contexts.end());
}

Result<Netmod::Listed> OfiLayer::entries_without_communicator(std::uint64_t context_id, Queue queue) {
  MPIDBG_TRY(handles_.contexts.index());
  const bool is_known =
      queue == Queue::sends ? handles_.contexts.has_sending(context_id) : handles_.contexts.has_receiving(context_id);
  return is_known ? listed(0, Queue::inactive) : listed(context_id, queue);
}

Status OfiLayer::read_probe(const ucx::Envelope &asked, const MarkedCommunicator &where, Operation &operation) const {
  return operations_->read_probe(asked, where, operation);
}

Status OfiLayer::add_pending(Address request, std::uint64_t tag, Pending pending) {
  const Handle handle = handles_.request_index.owner_of(request);
  if (handle.is_null() || !pending_.emplace(handle, pending).second) return {};
  const ucx::Envelope envelope = opened_->places->tag.decode(tag);
  if (is_of_collective(envelope.context_id) && envelope.tag && is_of_nonblocking_collective(*envelope.tag)) {
    in_collectives_.push_back(handle);
  }
  return {};
}

Status OfiLayer::index_requests() {
  if (requests_indexed_) return *requests_indexed_;
  const auto index = [this]() -> Status {
    const OfiQueues &queues = *tables_->operations();
    for (const OfiReceive &one : queues.posted.entries) {
      MPIDBG_TRY(add_pending(one.request, one.receive.tag, {.receive = &one}));
    }
    for (const OfiMatch &one : queues.matched.entries) {
      MPIDBG_TRY(add_pending(one.receive.request, one.receive.receive.tag,
                             {.receive = &one.receive, .matched = &one.message}));
    }
    for (const OfiSend &one : queues.sends.entries) MPIDBG_TRY(add_pending(one.request, one.tag, {.send = &one}));
    for (const auto *problem : {&queues.posted.problem, &queues.matched.problem, &queues.sends.problem}) {
      if (*problem) return **problem;
    }
    return {};
  };
  requests_indexed_ = index();
  return *requests_indexed_;
}

Result<bool> OfiLayer::read_request(Request &request) {
  if (!problem().empty()) return false;
  const Status indexed = index_requests();
  const auto found = pending_.find(request.handle);
  if (found == pending_.end()) {
    MPIDBG_TRY(indexed);
    return false;
  }
  const Pending pending = found->second;
  const bool is_receive = pending.receive != nullptr;
  MPIDBG_ASSIGN(where, is_receive
                           ? handles_.contexts.receiving(opened_->places->tag.context_of(pending.receive->receive.tag))
                           : sending(*pending.send));
  Operation operation;
  MPIDBG_TRY(is_receive ? operations_->read_receive(*pending.receive, pending.matched, where.get(), operation)
                        : operations_->read_send(*pending.send, where.get(), operation));
  if (!request.communicator.is_null() && where != nullptr && request.communicator != where->communicator.handle) {
    return Error{ErrorCode::corrupt,
                 "MPIR_Request.comm of the request " + hex(request.handle) + " is " + hex(request.communicator) +
                     ", and libfabric has it on " + hex(where->communicator.handle),
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
  operations_->fill_pending(operation, pending.receive, pending.matched, request);
  request.transfer_completed = false;
  return true;
}

// Compares the requests of MPICH with the operations of libfabric. While completions await processing, libfabric lacks
// the operations that they complete. It also lacks the operation that a call is just starting, which can take as long
// as libfabric has no room for it; so one such request is not a contradiction.
Status OfiLayer::check(std::span<const PendingRequest> pending) {
  if (!problem().empty()) return {};
  const auto queues = tables_->operations();
  std::unordered_set<Address> known;
  for (const OfiReceive &one : queues->posted.entries) {
    if (!known.insert(one.request).second) {
      return Error{
          ErrorCode::corrupt,
          "libfabric's receive at " + hex(one.receive.entry) + " is for " + hex(one.request) + ", as is another one",
          one.receive.entry};
    }
    MPIDBG_TRY(handles_.request_index.check_pending(one.request, "libfabric's receive", one.receive.entry));
  }
  for (const OfiMatch &one : queues->matched.entries) known.insert(one.receive.request);
  for (const OfiSend &one : queues->sends.entries) known.insert(one.request);
  MPIDBG_ASSIGN(found, progress());
  if (found.transport_empty == false) return {};
  bool is_one_made = false;
  for (const PendingRequest &request : pending) {
    if (request.is_local || known.contains(request.request)) continue;
    if (!request.is_held || std::exchange(is_one_made, true)) return not_in_libfabric(request);
  }
  return {};
}

Result<std::vector<Handle>> OfiLayer::in_nonblocking_collectives() {
  if (problem().empty()) MPIDBG_TRY(index_requests());
  return in_collectives_;
}

Result<Progress> OfiLayer::progress() {
  if (!problem().empty()) return Error{ErrorCode::not_supported, problem()};
  bool are_processed = true, are_empty = true;
  MPIDBG_ASSIGN(counters, read_buffered_completions(process_, *opened_->places, are_processed));
  Progress result{std::move(counters), {}};
  for (const ofi::OpenEndpoint &endpoint : opened_->endpoints) {
    MPIDBG_ASSIGN(found, endpoint.provider->progress());
    result.counters.insert(result.counters.end(), found.counters.begin(), found.counters.end());
    if (found.empty == false) are_processed = false;
    are_empty &= found.empty.has_value();
  }
  if (!are_processed) result.transport_empty = false;
  if (are_processed && are_empty) result.transport_empty = true;
  return result;
}

// The status of the message's request has the envelope. The library has filled it in from libfabric's answer. Whether
// the sender waits for the receive is in libfabric alone; a message that its endpoints do not have is shown without it.
Status OfiLayer::read_message(const RequestView &request, Message &message) {
  MPIDBG_ASSIGN(status, read_status(process_, request.address_of(&RequestLayout::status)));
  message.source = status.source;
  message.tag = status.tag;
  message.bytes = status.bytes;
  for (const ofi::OpenEndpoint &endpoint : opened_->endpoints) {
    const auto taken = endpoint.provider->taken_by(tables_->context_of(request.address()));
    if (!taken || opened_->places->tag.decode(taken->tag).tag != message.tag) continue;
    message.synchronous = opened_->places->tag.is_synchronous(taken->tag);
    message.protocol = taken->rendezvous ? Protocol::rendezvous : Protocol::eager;
    message.payload = taken->payload;
  }
  if (message.communicator.is_null()) return {};
  MPIDBG_ASSIGN(where, handles_.contexts.communicator(message.communicator));
  if (message.source < 0 || static_cast<std::size_t>(message.source) >= where->peers->size()) {
    return Error{ErrorCode::corrupt,
                 "MPIR_Request.status of the message at " + hex(request.address()) + " has the source " +
                     std::to_string(message.source),
                 request.address()};
  }
  message.source_name = (*where->peers)[static_cast<std::size_t>(message.source)];
  message.source_world_rank = handles_.world.rank_of(message.source_name);
  return {};
}

}  // namespace mpidbg::model::mpich
