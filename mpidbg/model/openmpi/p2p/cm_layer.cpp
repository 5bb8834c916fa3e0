#include "mpidbg/model/openmpi/p2p/cm_layer.h"

#include <set>

#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/layout/openmpi/p2p/constants.h"
#include "mpidbg/model/library/fault_tolerant_cursor.h"
#include "mpidbg/model/ofi/endpoint.h"
#include "mpidbg/model/openmpi/handles.h"
#include "mpidbg/model/openmpi/p2p/cm_probe.h"
#include "mpidbg/model/openmpi/p2p/send_modes.h"

namespace mpidbg::model::openmpi {

namespace constants = layout::openmpi;

namespace {

constexpr const char *unread_libfabric =
    "the point-to-point layer cm keeps its queues in libfabric, which cannot be read: ";

// Holds the entries of one queue of a communicator, in the order in which the queue shows them.
struct CmEntries {
  std::vector<const ofi::Receive *> posted;
  std::vector<const CmReceive *> matched;
  std::vector<const CmSend *> sends;
  std::vector<const ofi::Message *> messages;
  // Persistent requests that are not started.
  std::vector<Address> inactive;
  std::optional<Error> problem;
};

class CmCursor final : public FaultTolerantCursor {
 public:
  // `tables` keeps the entries alive. `where` is null for unclaimed messages.
  CmCursor(CmOperations &operations, std::shared_ptr<const void> tables, std::shared_ptr<const CmCommunicator> where,
           CmEntries entries, bool without_ignored)
      : operations_(operations),
        tables_(std::move(tables)),
        where_(std::move(where)),
        entries_(std::move(entries)),
        without_ignored_(without_ignored) {}

 private:
  bool deliver(Operation &operation) override {
    for (;;) {
      const std::optional<Status> read = read_next(operation);
      if (!read) break;
      note(*read);
      note(operations_.take_fault());
      if (*read) return true;
    }
    note(entries_.problem);
    return false;
  }

  // Reads the next entry; nullopt if there is none.
  std::optional<Status> read_next(Operation &operation) {
    std::size_t at = at_++;
    if (at < entries_.posted.size())
      return operations_.read_receive(*entries_.posted[at], where_.get(), without_ignored_, operation);
    at -= entries_.posted.size();
    if (at < entries_.matched.size()) return operations_.read_matched(*entries_.matched[at], where_.get(), operation);
    at -= entries_.matched.size();
    if (at < entries_.sends.size()) return operations_.read_send(*entries_.sends[at], where_.get(), operation);
    at -= entries_.sends.size();
    if (at < entries_.messages.size()) return operations_.read_message(*entries_.messages[at], where_.get(), operation);
    at -= entries_.messages.size();
    if (at < entries_.inactive.size()) return operations_.read_idle(entries_.inactive[at], where_.get(), operation);
    return std::nullopt;
  }

  CmOperations &operations_;
  const std::shared_ptr<const void> tables_;
  const std::shared_ptr<const CmCommunicator> where_;
  const CmEntries entries_;
  const bool without_ignored_;
  std::size_t at_ = 0;
};

}  // namespace

CmLayer::CmLayer(const Attachment &process, Handles &handles)
    : process_(process), handles_(handles), requests_(process), communicators_(process, handles) {
  attach();
}

void CmLayer::attach() {
  const Layouts &layouts = process_.layouts();
  const auto place = process_.symbol("ompi_mtl_ofi");
  if (!place) {
    problem_ = "the point-to-point layer cm keeps its queues in the network provider, which is not read";
    return;
  }
  problem_ = Attachment::unresolved({&layouts.cm_request, &layouts.cm_thin_send, &layouts.cm_heavy_send,
                                     &layouts.cm_thin_receive, &layouts.cm_heavy_receive, &layouts.convertor,
                                     &layouts.request, &layouts.status, &layouts.free_list, &layouts.free_list_item,
                                     &layouts.list, &layouts.list_item, &layouts.datatype, &layouts.opal_datatype});
  if (problem_.empty()) {
    auto module = CmModule::read(process_, handles_, *place);
    if (module) {
      module_ = std::make_unique<CmModule>(std::move(*module));
    } else {
      problem_ = module.error().message;
    }
  }
  if (!problem_.empty()) {
    problem_ = unread_libfabric + problem_;
    return;
  }
  CmTables::Providers providers;
  provider_problem_ = open_providers(providers);
  if (!provider_problem_.empty()) providers.clear();
  constexpr std::int32_t funneled = 1;
  const auto level = process_.memory.read_int32(process_.symbols.thread_level, "ompi_mpi_thread_provided");
  const Address stack_top =
      process_.memory.read_pointer(process_.symbols.stack_end, "__libc_stack_end").value_or(Address());
  tables_ = std::make_unique<CmTables>(process_, *module_, requests_, std::move(providers), stack_top,
                                       level && *level > funneled);
  operations_ = std::make_unique<CmOperations>(process_, handles_, *module_, requests_);
}

std::string CmLayer::open_providers(CmTables::Providers &providers) const {
  if (process_.ofi == nullptr) return "its layouts were not looked for";
  if (!process_.ofi->problem.empty()) return process_.ofi->problem;
  if (module_->endpoints().empty()) return "there is no endpoint";
  for (const Address endpoint : module_->endpoints()) {
    auto opened = ofi::open_endpoint(process_.memory, process_.ofi->layouts, endpoint);
    if (!opened) return opened.error().message;
    providers.push_back(std::move(opened->provider));
  }
  return {};
}

void CmLayer::clear() {
  requests_.clear();
  communicators_.clear();
  if (!problem_.empty()) return;
  module_->clear();
  tables_->clear();
}

Visibility CmLayer::queue(Queue queue) const {
  if (!problem_.empty()) return Visibility::nothing(problem_);
  if (queue == Queue::inactive) return Visibility::complete();
  const bool of_messages = queue == Queue::unexpected || queue == Queue::unclaimed;
  if (!provider_problem_.empty()) {
    return of_messages ? Visibility::nothing(no_providers())
                       : Visibility::partial("only the requests of Open MPI are known: " + provider_problem_);
  }
  if (std::string unseen = tables_->unseen_messages(); of_messages && !unseen.empty()) {
    return Visibility::partial(std::move(unseen));
  }
  return Visibility::complete();
}

Visibility CmLayer::requests_seen() const {
  return problem_.empty() ? Visibility::complete() : Visibility::nothing(problem_);
}

Visibility CmLayer::messages_seen() const {
  return Visibility::unless(problem_.empty() && !provider_problem_.empty() ? no_providers() : problem_);
}

std::string CmLayer::no_providers() const {
  return unread_libfabric + provider_problem_;
}

Status CmLayer::seen() const {
  if (problem_.empty()) return {};
  return Error{ErrorCode::not_supported, problem_};
}

Status CmLayer::providers_seen() const {
  MPIDBG_TRY(seen());
  if (provider_problem_.empty()) return {};
  return Error{ErrorCode::not_supported, no_providers()};
}

Result<const std::vector<LayerRequest> *> CmLayer::requests() {
  MPIDBG_TRY(seen());
  return requests_.all();
}

Result<const std::vector<LayerRequest> *> CmLayer::requests_on(Address communicator) {
  MPIDBG_TRY(seen());
  return requests_.on(communicator);
}

Result<const LayerRequest *> CmLayer::find(Address request) {
  MPIDBG_TRY(seen());
  return requests_.find(request);
}

// Fails for all requests, because the pools contain every request in use. If they are not read, requests that are
// complete or waited for are accepted: others may be free.
Status CmLayer::check_unlisted(const Request &request) const {
  if (!problem_.empty()) {
    if (request.complete || !request.waiter.is_null()) return {};
    return Error{ErrorCode::not_supported, problem_, request.handle.address()};
  }
  return Error{ErrorCode::not_found, "the request at " + hex(request.handle) + " is in no pool of cm",
               request.handle.address()};
}

Result<std::unique_ptr<OperationCursor>> CmLayer::open_queue(const Communicator *communicator, Queue queue) {
  MPIDBG_TRY(queue == Queue::unexpected || queue == Queue::unclaimed ? providers_seen() : seen());
  if (queue == Queue::unclaimed) return open_unclaimed();
  MPIDBG_ASSIGN(peers, handles_.groups.members(communicator->remote_group.address()));
  auto where = std::make_shared<const CmCommunicator>(CmCommunicator{*communicator, peers});
  const std::uint64_t context = communicator->context_id;
  const CmTags &tags = module_->tags();
  CmEntries entries;
  switch (queue) {
    case Queue::receives:
      for (const ofi::Receive &one : tables_->posted().entries) {
        if (tags.decode(one.tag).context_id == context) entries.posted.push_back(&one);
      }
      for (const CmReceive &one : tables_->matched().entries) {
        if (tags.decode(one.receive.tag).context_id == context) entries.matched.push_back(&one);
      }
      entries.problem = tables_->posted().problem ? tables_->posted().problem : tables_->matched().problem;
      break;
    case Queue::sends:
      for (const CmSend &one : tables_->sends().entries) {
        const bool is_here = one.owner.is_null() ? one.bits && tags.decode(*one.bits).context_id == context
                                                 : one.communicator == communicator->handle.address();
        if (is_here) entries.sends.push_back(&one);
      }
      entries.problem = tables_->sends().problem;
      break;
    case Queue::unexpected:
      for (const ofi::Message &one : tables_->unexpected().entries) {
        if (tags.decode(one.tag).context_id == context) entries.messages.push_back(&one);
      }
      entries.problem = tables_->unexpected().problem;
      break;
    case Queue::inactive: {
      MPIDBG_ASSIGN(requests, requests_.on(communicator->handle.address()));
      for (const LayerRequest &one : *requests) {
        if (one.inactive) entries.inactive.push_back(one.request);
      }
      break;
    }
    case Queue::unclaimed:
      break;
  }
  if (queue != Queue::unexpected && !entries.problem) entries.problem = requests_.damage();
  return std::unique_ptr<OperationCursor>(std::make_unique<CmCursor>(*operations_, tables_->tables(), std::move(where),
                                                                     std::move(entries), !tables_->has_providers()));
}

Result<std::unique_ptr<OperationCursor>> CmLayer::open_unclaimed() {
  CmEntries entries;
  for (const ofi::Message &one : tables_->unexpected().entries) {
    MPIDBG_ASSIGN(communicator, communicators_.find(module_->tags().decode(one.tag).context_id));
    if (communicator.is_null()) entries.messages.push_back(&one);
  }
  entries.problem = tables_->unexpected().problem;
  return std::unique_ptr<OperationCursor>(
      std::make_unique<CmCursor>(*operations_, tables_->tables(), nullptr, std::move(entries), false));
}

// Requests keep their communicators, so only messages may be for a communicator that does not exist.
Result<std::vector<std::uint64_t>> CmLayer::contexts_without_communicator(bool of_messages) {
  std::set<std::uint64_t> without;
  if (!of_messages || !providers_seen()) return std::vector<std::uint64_t>();
  for (const ofi::Message &one : tables_->unexpected().entries) {
    const std::uint64_t context = module_->tags().decode(one.tag).context_id;
    MPIDBG_ASSIGN(communicator, communicators_.find(context));
    if (communicator.is_null()) without.insert(context);
  }
  return std::vector<std::uint64_t>(without.begin(), without.end());
}

Result<bool> CmLayer::read_pending(const LayerRequest &found, const CmCommunicator &where, Operation &operation) {
  MPIDBG_ASSIGN(cm, process_.objects.read_object(process_.layouts().cm_request, found.request));
  MPIDBG_ASSIGN(contained, requests_.component_request(cm));
  if (found.is_send) {
    for (const CmSend &one : tables_->sends().entries) {
      if (one.component_request != contained) continue;
      MPIDBG_TRY(operations_->read_send(one, &where, operation));
      return true;
    }
    return false;
  }
  const Address context = contained + process_.layouts().ofi_request.ctx.offset;
  for (const ofi::Receive &one : tables_->posted().entries) {
    if (one.context != context) continue;
    MPIDBG_TRY(operations_->read_receive(one, &where, !tables_->has_providers(), operation));
    return true;
  }
  for (const CmReceive &one : tables_->matched().entries) {
    if (one.receive.context != context) continue;
    MPIDBG_TRY(operations_->read_matched(one, &where, operation));
    return true;
  }
  return false;
}

Status CmLayer::read_request(Address handle, Request &request) {
  MPIDBG_TRY(seen());
  MPIDBG_ASSIGN(summary, requests_.find(handle));
  if (summary == nullptr) return check_unlisted(request);
  const LayerRequest found = *summary;
  request.type = RequestType::point_to_point;
  request.communicator = found.communicator;
  MPIDBG_ASSIGN(known, handles_.requests.peers().communicator(found.communicator));
  const CmCommunicator where{known->communicator, known->peers};
  static_cast<void>(operations_->take_fault());  // drops the fault of an earlier operation
  Operation operation;
  bool is_pending = false;
  if (found.active) {
    MPIDBG_ASSIGN(is_listed, read_pending(found, where, operation));
    is_pending = is_listed;
  }
  if (!is_pending) MPIDBG_TRY(operations_->read_idle(handle, &where, operation));
  if (const Status fault = operations_->take_fault(); !fault) request.problem = fault.error().message;

  request.call = call_of(operation);
  request.call_inferred = !operation.persistent && request.call != RequestCall::unknown;
  request.send_mode = operation.send_mode;
  request.freed = operation.freed;
  request.internal = operation.internal;
  request.datatype = operation.datatype;
  request.datatype_name = operation.datatype_name;
  request.datatype_named = operation.datatype_named;
  request.count = operation.count;
  request.buffer = operation.buffer;
  request.bytes = operation.bytes;
  request.transfer_started = operation.matched;
  request.transfer_completed = !found.active && !found.inactive && !request.cancelled;
  const RequestPeer peer{operation.comm_rank, operation.world_rank, operation.peer};
  if (operation.matched) request.matched = MatchedMessage{peer, operation.tag, operation.bytes};
  request.any_source = operation.any_source;
  request.any_tag = operation.any_tag;
  if (!operation.any_source && operation.comm_rank >= 0) request.peer = peer;
  const bool has_tag = operation.is_send || is_pending || operation.persistent;
  if (has_tag && !operation.any_tag && operation.tag_known) request.tag = operation.tag;
  return {};
}

Result<Progress> CmLayer::progress() {
  MPIDBG_TRY(providers_seen());
  MPIDBG_ASSIGN(found, tables_->progress());
  return Progress{std::move(found.counters), found.empty};
}

// The registers are those of a known build only if the layouts are.
Result<Probe> CmLayer::probe(std::span<const Address> words) {
  MPIDBG_TRY(seen());
  const Error unknown{ErrorCode::not_found, "the words at hand fit no probe of the point-to-point layer cm"};
  if (process_.layouts().cm_request.origin != layout::LayoutOrigin::profile_by_build_id) return unknown;
  MPIDBG_ASSIGN(mtl, process_.symbol("ompi_mtl"));
  const auto found = find_cm_probe(words, mtl, [&](Address handle) { return handles_.communicators.has(handle); });
  if (!found) return unknown;
  MPIDBG_ASSIGN(known, handles_.requests.peers().communicator(found->communicator));
  const bool any_source = found->source == constants::any_source, any_tag = found->tag == constants::any_tag;
  if ((!any_source && (found->source < 0 || static_cast<std::size_t>(found->source) >= known->peers->size())) ||
      (!any_tag && found->tag < 0)) {
    return unknown;
  }
  Probe probe;
  probe.communicator = found->communicator;
  MPIDBG_TRY(operations_->read_probe(any_source ? std::nullopt : std::optional(found->source),
                                     any_tag ? std::nullopt : std::optional(found->tag),
                                     {known->communicator, known->peers}, probe.operation));
  return probe;
}

// The request of a message is one of the component, in whose context libfabric has left the message.
Status CmLayer::read_message(Message &message) {
  MPIDBG_TRY(providers_seen());
  const OfiRequestLayout &layout = process_.layouts().ofi_request;
  const Address request = message.request.address();
  MPIDBG_ASSIGN(found, tables_->taken_by(request + layout.ctx.offset));
  MPIDBG_ASSIGN(view, process_.objects.read(layout, request));
  if (view.get(&OfiRequestLayout::match_bits) != found.tag) {
    return Error{ErrorCode::corrupt,
                 "ompi_mtl_ofi_request_t at " + hex(request) + " has match_bits " +
                     hex(view.get(&OfiRequestLayout::match_bits)) + ", and its message has the tag " + hex(found.tag),
                 request};
  }
  const CmEnvelope envelope = module_->tags().decode(found.tag);
  message.request = Handle{};
  message.tag = envelope.tag;
  message.protocol = found.rendezvous ? Protocol::rendezvous : Protocol::eager;
  message.synchronous = envelope.synchronous;
  message.payload = found.payload;
  return {};
}

}  // namespace mpidbg::model::openmpi
