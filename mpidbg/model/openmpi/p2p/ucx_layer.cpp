#include "mpidbg/model/openmpi/p2p/ucx_layer.h"

#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/model/openmpi/handles.h"
#include "mpidbg/model/openmpi/p2p/send_modes.h"
#include "mpidbg/model/openmpi/p2p/ucx_tag.h"

namespace mpidbg::model::openmpi {

namespace {

// Delivers entries of UCX's tables, of which it has copies, and then why there are no more.
class UcxCursor final : public OperationCursor {
 public:
  UcxCursor(UcxOperations &operations, std::shared_ptr<const UcxCommunicator> where)
      : operations_(operations), where_(std::move(where)) {}

  std::vector<ucx::Receive> receives;
  std::vector<ucx::Send> sends;
  std::vector<ucx::Message> messages;
  std::vector<Address> inactive;
  std::optional<Error> problem;

  Result<bool> next(Operation &operation) override {
    std::size_t at = at_++;
    if (at < receives.size()) return delivered(operations_.read_receive(receives[at], where_.get(), operation));
    at -= receives.size();
    if (at < sends.size()) return delivered(operations_.read_send(sends[at], where_.get(), operation));
    at -= sends.size();
    if (at < messages.size()) return delivered(operations_.read_message(messages[at], where_.get(), operation));
    at -= messages.size();
    if (at < inactive.size()) return delivered(operations_.read_persistent(inactive[at], where_.get(), operation));
    if (problem) return *problem;
    return false;
  }

 private:
  static Result<bool> delivered(const Status &status) {
    if (!status) return status.error();
    return true;
  }

  UcxOperations &operations_;
  const std::shared_ptr<const UcxCommunicator> where_;
  std::size_t at_ = 0;
};

template <class Entry>
void copy(const std::vector<Entry> &entries, const std::vector<std::size_t> &places, std::vector<Entry> &to) {
  to.reserve(to.size() + places.size());
  for (const std::size_t place : places) to.push_back(entries[place]);
}

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
  const ucx::WorkerPlace place{module->get(&UcxModuleLayout::ucp_worker), module->get(&UcxModuleLayout::ucp_context),
                               find_stack_top()};
  worker_ = std::make_unique<ucx::Worker>(process_.memory, of_ucx, place);
  if (const Status checked = worker_->check(); !checked) return checked.error().message;
  requests_ = std::make_unique<UcxRequests>(process_, handles_, *worker_);
  operations_ = std::make_unique<UcxOperations>(process_, handles_, *requests_, endpoints_);
  return {};
}

// Of the first thread, on which blocking calls have their requests: that of a send is nowhere else.
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
  requests_->clear();
  posted_.reset();
  matched_.reset();
  sends_.reset();
  unexpected_.reset();
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

// UCX's pool has all of them but one: that of all sends that were complete when they were begun. Where the pool cannot
// be read, one that is complete or waited for is in use; others may be free, and look the same.
Status UcxLayer::check_unlisted(const Request &request) const {
  if (!problem_.empty()) {
    if (request.complete || !request.waiter.is_null()) return {};
    return Error{ErrorCode::not_supported, problem_, request.handle.address()};
  }
  if (request.handle == process_.symbols.ucx + process_.layouts().ucx_module.completed_send_req.offset) return {};
  return Error{ErrorCode::not_found, "the request at " + hex(request.handle) + " is not in use: UCX has it back",
               request.handle.address()};
}

template <class Entry>
const std::vector<std::size_t> &UcxLayer::places(std::optional<ByContext> &index, const std::vector<Entry> &entries,
                                                 std::uint64_t context_id) {
  static const std::vector<std::size_t> none;
  if (!index) {
    index.emplace();
    for (std::size_t i = 0; i < entries.size(); ++i) (*index)[decode_ucx_tag(entries[i].tag).context_id].push_back(i);
  }
  const auto found = index->find(context_id);
  return found == index->end() ? none : found->second;
}

Result<std::unique_ptr<OperationCursor>> UcxLayer::open_queue(const Communicator *communicator, Queue queue) {
  MPIDBG_TRY(seen());
  if (queue == Queue::unclaimed) return open_unclaimed();
  MPIDBG_ASSIGN(peers, handles_.groups.members(communicator->remote_group.address()));
  const auto where = std::make_shared<const UcxCommunicator>(UcxCommunicator{*communicator, peers});
  if (queue == Queue::inactive) return open_inactive(where);
  auto cursor = std::make_unique<UcxCursor>(*operations_, where);
  const std::uint64_t context = communicator->context_id;
  if (queue == Queue::unexpected) {
    const auto &table = worker_->unexpected();
    copy(table.entries, places(unexpected_, table.entries, context), cursor->messages);
    cursor->problem = table.problem;
  } else if (queue == Queue::sends) {
    const auto &table = worker_->sends();
    copy(table.entries, places(sends_, table.entries, context), cursor->sends);
    cursor->problem = table.problem;
  } else {
    const auto &posted = worker_->posted(), &matched = worker_->matched();
    copy(posted.entries, places(posted_, posted.entries, context), cursor->receives);
    copy(matched.entries, places(matched_, matched.entries, context), cursor->receives);
    cursor->problem = posted.problem ? posted.problem : matched.problem;
  }
  return std::unique_ptr<OperationCursor>(std::move(cursor));
}

// Messages for communicators that this process does not have, context by context.
Result<std::unique_ptr<OperationCursor>> UcxLayer::open_unclaimed() {
  auto cursor = std::make_unique<UcxCursor>(*operations_, nullptr);
  const auto &table = worker_->unexpected();
  (void)places(unexpected_, table.entries, 0);
  for (const auto &[context, places] : *unexpected_) {
    MPIDBG_ASSIGN(communicator, requests_->communicator_with(context));
    if (communicator.is_null()) copy(table.entries, places, cursor->messages);
  }
  cursor->problem = table.problem;
  return std::unique_ptr<OperationCursor>(std::move(cursor));
}

Result<std::unique_ptr<OperationCursor>> UcxLayer::open_inactive(const std::shared_ptr<const UcxCommunicator> &where) {
  MPIDBG_ASSIGN(on, requests_->on(where->communicator.handle.address()));
  auto cursor = std::make_unique<UcxCursor>(*operations_, where);
  for (const LayerRequest &request : *on) {
    if (request.inactive) cursor->inactive.push_back(request.request);
  }
  return std::unique_ptr<OperationCursor>(std::move(cursor));
}

Status UcxLayer::read_request(Address handle, Request &request) {
  MPIDBG_TRY(seen());
  MPIDBG_ASSIGN(summary, requests_->find(handle));
  MPIDBG_ASSIGN(details, requests_->details(handle));
  if (summary == nullptr || details == nullptr) return check_unlisted(request);
  request.type = RequestType::point_to_point;
  request.communicator = summary->communicator;
  std::optional<UcxCommunicator> where;
  if (!summary->communicator.is_null()) {
    MPIDBG_ASSIGN(known, handles_.requests.peers().communicator(summary->communicator));
    where = UcxCommunicator{known->communicator, known->peers};
  }
  const UcxCommunicator *const on = where ? &*where : nullptr;

  Operation operation;
  if (details->receive != nullptr) MPIDBG_TRY(operations_->read_receive(*details->receive, on, operation));
  if (details->send != nullptr) MPIDBG_TRY(operations_->read_send(*details->send, on, operation));
  if (details->persistent && details->receive == nullptr && details->send == nullptr) {
    MPIDBG_TRY(operations_->read_persistent(handle, on, operation));
  }
  if (details->complete != nullptr && !details->persistent) return {};  // its status says the rest

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
  request.bytes_done = operation.bytes_done;
  request.any_source = operation.any_source;
  request.any_tag = operation.any_tag;
  const RequestPeer peer{operation.comm_rank, operation.world_rank, operation.peer};
  if (operation.matched) {
    const ucx::Envelope posted = decode_ucx_tag(details->receive->tag, details->receive->mask);
    request.any_source = !posted.source;
    request.any_tag = !posted.tag;
    request.matched = MatchedMessage{peer, operation.tag, operation.bytes};
    request.bytes = details->receive->payload.bytes;
    request.transfer_started = true;
  }
  if (!request.any_source && operation.comm_rank >= 0) request.peer = peer;
  if (!request.any_tag) request.tag = operation.tag;
  if (details->receive != nullptr || details->send != nullptr) request.transfer_completed = false;
  return {};
}

Result<Progress> UcxLayer::progress() {
  MPIDBG_TRY(seen());
  MPIDBG_ASSIGN(found, worker_->progress());
  return Progress{std::move(found.counters), found.empty};
}

// What a probe has matched is no request here, but the message itself.
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
