#include "mpidbg/model/openmpi/p2p/ucx_layer.h"

#include <algorithm>
#include <set>

#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/model/library/fault_tolerant_cursor.h"
#include "mpidbg/model/openmpi/handles.h"
#include "mpidbg/model/openmpi/p2p/send_modes.h"
#include "mpidbg/model/openmpi/p2p/ucx_tag.h"

namespace mpidbg::model::openmpi {

namespace {

std::uint64_t context_of(std::uint64_t tag) {
  return decode_ucx_tag(tag).context_id;
}

// Delivers entries of UCX's tables, then persistent requests that are not started, and finally the reason why
// operations may be missing.
class UcxCursor final : public FaultTolerantCursor {
 public:
  // `where` is null for unclaimed messages. `fault` is the reason why operations may be missing.
  UcxCursor(UcxOperations &operations, std::shared_ptr<const ucx::CommunicatorPeers> where, ucx::Entries entries,
            std::vector<Address> inactive, std::optional<Error> fault)
      : FaultTolerantCursor(std::move(fault)),
        operations_(operations),
        where_(std::move(where)),
        entries_(std::move(entries)),
        inactive_(std::move(inactive)) {}

 private:
  bool deliver(Operation &operation) override {
    for (;;) {
      const auto found = operations_.read_entry(entries_, at_++, where_.get(), operation);
      if (found && !*found) break;
      note(found.status());
      note(operations_.take_fault());
      if (found) return true;
    }
    while (next_inactive_ < inactive_.size()) {
      const Status read = operations_.read_persistent(inactive_[next_inactive_++], where_.get(), operation);
      note(read);
      note(operations_.take_fault());
      if (read) return true;
    }
    note(entries_.problem);
    return false;
  }

  UcxOperations &operations_;
  const std::shared_ptr<const ucx::CommunicatorPeers> where_;
  const ucx::Entries entries_;
  const std::vector<Address> inactive_;
  std::size_t at_ = 0, next_inactive_ = 0;
};

}  // namespace

UcxLayer::UcxLayer(const Attachment &process, Handles &handles)
    : process_(process), handles_(handles), endpoints_(process, handles) {
  problem_ = find_worker();
  if (problem_.empty()) return;
  worker_.reset();
  problem_ = "the point-to-point layer ucx keeps its queues in UCX, which cannot be read: " + problem_;
}

std::string UcxLayer::find_worker() {
  const Layouts &layouts = process_.layouts();
  if (process_.ucx == nullptr) return "its layouts were not looked for";
  if (!process_.ucx->problem.empty()) return process_.ucx->problem;
  if (process_.symbols.ucx.is_null()) return "the symbol ompi_pml_ucx is missing";
  if (std::string problem = Attachment::unresolved(
          {&layouts.ucx_module, &layouts.ucx_persistent_request, &layouts.request_callback, &layouts.proc_endpoints,
           &layouts.request, &layouts.status, &layouts.free_list, &layouts.free_list_item, &layouts.list,
           &layouts.list_item, &layouts.datatype, &layouts.opal_datatype});
      !problem.empty()) {
    return problem;
  }
  const auto module = process_.objects.read(layouts.ucx_module, process_.symbols.ucx);
  if (!module) return module.error().message;
  const auto &of_ucx = process_.ucx->layouts;
  if (const std::uint64_t size = module->get(&UcxModuleLayout::request_size); size != of_ucx.request.byte_size) {
    return "a ucp_request has " + std::to_string(size) + " bytes, expected " + std::to_string(of_ucx.request.byte_size);
  }
  const ucx::WorkerPlace place{module->get(&UcxModuleLayout::ucp_worker),
                               module->get(&UcxModuleLayout::ucp_context),
                               find_stack_top(),
                               {layouts.request_callback.req_complete_cb_data.offset,
                                layouts.request.req_complete.offset, layouts.object.obj_class.offset}};
  worker_ = std::make_unique<ucx::Worker>(process_.memory, of_ucx, place);
  if (const Status checked = worker_->check(); !checked) return checked.error().message;
  worker_->keep_pooled();
  tables_ = std::make_unique<ucx::TablesByContext>(*worker_, context_of);
  requests_ = std::make_unique<UcxRequests>(process_, handles_, *worker_);
  operations_ = std::make_unique<UcxOperations>(process_, handles_, *requests_, endpoints_, *worker_);
  return {};
}

// Returns the highest address of the first thread's stack, where blocking calls keep their requests. UCX has no list of
// these, so the requests of sends can be found only there.
Address UcxLayer::find_stack_top() {
  const auto top = process_.memory.read_pointer(process_.symbols.stack_end, "__libc_stack_end");
  if (!top) {
    sends_problem_ = "blocking sends have their requests on the stack: " + top.error().message;
    return {};
  }
  constexpr std::int32_t funneled = 1;
  const auto level = process_.memory.read_int32(process_.symbols.thread_level, "ompi_mpi_thread_provided");
  if (level && *level > funneled) {
    sends_problem_ =
        "blocking sends of threads other than the first are not found: their requests are on stacks that UCX does not "
        "know";
  }
  return *top;
}

void UcxLayer::clear() {
  endpoints_.clear();
  if (!problem_.empty()) return;
  worker_->clear();
  tables_->clear();
  requests_->clear();
}

Visibility UcxLayer::queue(Queue queue) const {
  if (!problem_.empty()) return Visibility::nothing(problem_);
  if (queue == Queue::sends && !sends_problem_.empty()) return Visibility::partial(sends_problem_);
  return Visibility::complete();
}

Status UcxLayer::seen() const {
  if (problem_.empty()) return {};
  return Error{ErrorCode::not_supported, problem_};
}

Result<const std::vector<LayerRequest> *> UcxLayer::requests() {
  MPIDBG_TRY(seen());
  return requests_->all();
}

Result<const std::vector<LayerRequest> *> UcxLayer::requests_on(Address communicator) {
  MPIDBG_TRY(seen());
  return requests_->on(communicator);
}

Result<const LayerRequest *> UcxLayer::find(Address request) {
  MPIDBG_TRY(seen());
  return requests_->find(request);
}

// Accepts the one request that UCX's pool does not contain: all sends that were complete when they started share it. If
// the pool cannot be read, only requests that are complete or waited for are accepted: others may be free, because free
// requests look the same.
Status UcxLayer::check_unlisted(const Request &request) const {
  if (!problem_.empty()) {
    if (request.complete || !request.waiter.is_null()) return {};
    return Error{ErrorCode::not_supported, problem_, request.handle.address()};
  }
  if (request.handle == process_.symbols.ucx + process_.layouts().ucx_module.completed_send_req.offset) return {};
  if (const auto damage = requests_->damage()) return *damage;
  return Error{ErrorCode::not_found, "the request at " + hex(request.handle) + " is not in use: UCX has it back",
               request.handle.address()};
}

// Rejects stale data of a blocking call. Such data may look like a send to a receiver that is not in the communicator,
// or like a send by another process.
Result<bool> UcxLayer::is_on(const ucx::CommunicatorPeers &where, const ucx::Send &send) {
  if (!send.on_stack) return true;
  const auto source = decode_ucx_tag(send.tag).source;
  if (source && *source != where.communicator.rank) return false;
  MPIDBG_ASSIGN(receiver, operations_->receiver(send.endpoint, where));
  return receiver.has_value();
}

Result<std::unique_ptr<OperationCursor>> UcxLayer::open_queue(const Communicator *communicator, Queue queue) {
  MPIDBG_TRY(seen());
  if (queue == Queue::unclaimed) return open_unclaimed();
  std::shared_ptr<const ucx::CommunicatorPeers> where;
  if (!communicator->handle.is_null()) {
    MPIDBG_ASSIGN(peers, handles_.groups.members(communicator->remote_group.address()));
    where = std::make_shared<const ucx::CommunicatorPeers>(ucx::CommunicatorPeers{*communicator, peers});
  }
  const std::uint64_t context = communicator->context_id;
  if (queue == Queue::inactive) return open_inactive(std::move(where), context);
  ucx::Entries entries = queue == Queue::unexpected ? tables_->unexpected(context)
                         : queue == Queue::sends    ? tables_->sends(context)
                                                    : tables_->receives(context);
  if (where != nullptr) MPIDBG_TRY(entries.sends.keep_if([&](const ucx::Send &send) { return is_on(*where, send); }));
  auto fault = queue == Queue::unexpected ? std::nullopt : requests_->contradiction();
  return std::unique_ptr<OperationCursor>(std::make_unique<UcxCursor>(
      *operations_, std::move(where), std::move(entries), std::vector<Address>{}, std::move(fault)));
}

Result<std::vector<std::uint64_t>> UcxLayer::contexts_without_communicator(bool of_messages) {
  if (!problem_.empty()) return std::vector<std::uint64_t>();
  std::set<std::uint64_t> contexts = tables_->receiving_contexts();
  contexts.merge(tables_->sending_contexts());
  MPIDBG_ASSIGN(inactive, requests_->inactive_contexts());
  contexts.merge(inactive);
  if (of_messages) contexts.merge(tables_->message_contexts());
  std::vector<std::uint64_t> without;
  for (const std::uint64_t context : contexts) {
    MPIDBG_ASSIGN(communicator, requests_->communicator_with(context));
    if (communicator.is_null()) without.push_back(context);
  }
  return without;
}

// Delivers messages for communicators that do not exist in this process, grouped by context. Contexts on which this
// process has requests are excluded.
Result<std::unique_ptr<OperationCursor>> UcxLayer::open_unclaimed() {
  MPIDBG_ASSIGN(freed, contexts_without_communicator(false));
  MPIDBG_ASSIGN(entries, tables_->unclaimed([&](std::uint64_t context) -> Result<bool> {
    if (std::binary_search(freed.begin(), freed.end(), context)) return true;
    MPIDBG_ASSIGN(communicator, requests_->communicator_with(context));
    return !communicator.is_null();
  }));
  return std::unique_ptr<OperationCursor>(
      std::make_unique<UcxCursor>(*operations_, nullptr, std::move(entries), std::vector<Address>{}, std::nullopt));
}

Result<std::unique_ptr<OperationCursor>> UcxLayer::open_inactive(std::shared_ptr<const ucx::CommunicatorPeers> where,
                                                                 std::uint64_t context) {
  MPIDBG_ASSIGN(inactive, requests_->inactive_with(context));
  return std::unique_ptr<OperationCursor>(std::make_unique<UcxCursor>(*operations_, std::move(where), ucx::Entries{},
                                                                      *inactive, requests_->contradiction()));
}

Status UcxLayer::read_request(Address handle, Request &request) {
  MPIDBG_TRY(seen());
  MPIDBG_ASSIGN(summary, requests_->find(handle));
  MPIDBG_ASSIGN(details, requests_->details(handle));
  if (summary == nullptr || details == nullptr) return check_unlisted(request);
  const bool is_in_ucx = !details->persistent;
  if (request.type != RequestType::point_to_point ||
      (is_in_ucx && (request.persistent || request.state == RequestState::inactive ||
                     (request.state == RequestState::cancelled && !request.complete)))) {
    return Error{ErrorCode::corrupt,
                 "req_type, req_state or req_persistent of the request at " + hex(handle) +
                     " is not that of one that UCX has in use",
                 handle};
  }
  request.type = RequestType::point_to_point;
  request.communicator = summary->communicator;
  std::optional<ucx::CommunicatorPeers> where;
  if (!summary->communicator.is_null()) {
    MPIDBG_ASSIGN(known, handles_.requests.peers().communicator(summary->communicator));
    where = ucx::CommunicatorPeers{known->communicator, known->peers};
  }
  const ucx::CommunicatorPeers *const on = where ? &*where : nullptr;

  static_cast<void>(operations_->take_fault());  // drops the fault of an earlier operation
  Operation operation;
  MPIDBG_ASSIGN(receive, requests_->receive_of(*details));
  if (receive) MPIDBG_TRY(operations_->read_receive(*receive, on, operation));
  if (details->send != nullptr) MPIDBG_TRY(operations_->read_send(*details->send, on, operation));
  if (details->persistent && !receive && details->send == nullptr) {
    MPIDBG_TRY(operations_->read_persistent(handle, on, operation));
  }
  if (const Status fault = operations_->take_fault(); !fault) request.problem = fault.error().message;
  if (details->complete != nullptr && !details->persistent) return {};  // the status has all other facts

  request.call = call_of(operation);
  request.call_inferred = !operation.persistent && request.call != RequestCall::unknown;
  request.freed = operation.freed;
  request.internal = operation.internal;
  request.datatype = operation.datatype;
  request.datatype_name = operation.datatype_name;
  request.datatype_named = operation.datatype_named;
  request.count = operation.count;
  operations_->fill_pending(operation, receive ? &*receive : nullptr, request);
  if (receive || details->send != nullptr) request.transfer_completed = false;
  return {};
}

// Finds the tag and the mask among the words: mca_pml_ucx_probe and mca_pml_ucx_mprobe call UCX repeatedly with the
// same two values, which are in their frames or registers. A small word may be a tag or any other number, so a large
// one is preferred. Without a large word, the words must contain the address of the module as evidence that they belong
// to these functions.
Result<Probe> UcxLayer::probe(std::span<const Address> words) {
  MPIDBG_TRY(seen());
  constexpr std::uint64_t small = 1u << 20;  // tags below this are MPI tag 0 from rank 0
  std::optional<Probe> found, found_small;
  bool is_unique = true, is_unique_small = true;
  std::set<std::pair<std::uint64_t, std::uint64_t>> tried;
  for (const Address mask : words) {
    for (const Address tag : words) {
      if (!is_tag_of_mask(tag.value(), mask.value()) || !tried.emplace(tag.value(), mask.value()).second) continue;
      MPIDBG_ASSIGN(one, read_probe(tag.value(), mask.value()));
      if (!one) continue;
      auto &where = tag.value() < small ? found_small : found;
      (tag.value() < small ? is_unique_small : is_unique) &= !where;
      where = std::move(one);
    }
  }
  const bool is_of_module = std::find(words.begin(), words.end(), process_.symbols.ucx) != words.end();
  if (found && is_unique) return *std::move(found);
  if (!found && found_small && is_unique_small && is_of_module) return *std::move(found_small);
  return Error{ErrorCode::not_found, "the words at hand fit " + std::string(found || found_small ? "several" : "no") +
                                         " probes of the point-to-point layer ucx"};
}

Result<std::optional<Probe>> UcxLayer::read_probe(std::uint64_t tag, std::uint64_t mask) {
  const ucx::Envelope envelope = decode_ucx_tag(tag, mask);
  MPIDBG_ASSIGN(handle, requests_->communicator_with(envelope.context_id));
  if (handle.is_null()) return std::optional<Probe>();
  MPIDBG_ASSIGN(known, handles_.requests.peers().communicator(handle));
  if (envelope.source && static_cast<std::size_t>(*envelope.source) >= known->peers->size()) {
    return std::optional<Probe>();
  }
  Probe probe;
  probe.communicator = handle;
  const ucx::CommunicatorPeers where{known->communicator, known->peers};
  MPIDBG_TRY(operations_->read_probe(envelope, where, probe.operation));
  return std::optional(std::move(probe));
}

Result<Progress> UcxLayer::progress() {
  MPIDBG_TRY(seen());
  MPIDBG_ASSIGN(found, worker_->progress());
  return Progress{std::move(found.counters), found.empty};
}

// Reads the message to which the handle points: a matched probe has no request in this layer.
Status UcxLayer::read_message(Message &message) {
  MPIDBG_TRY(seen());
  MPIDBG_ASSIGN(found, worker_->message(message.request.address()));
  message.request = Handle{};
  message.tag = decode_ucx_tag(found.tag).tag;
  message.protocol = found.rendezvous ? Protocol::rendezvous : Protocol::eager;
  message.synchronous = found.synchronous;
  message.payload = found.payload;
  return {};
}

}  // namespace mpidbg::model::openmpi
