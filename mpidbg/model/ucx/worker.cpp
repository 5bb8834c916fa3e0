#include "mpidbg/model/ucx/worker.h"

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/layout/view.h"
#include "mpidbg/model/ucx/stack_requests.h"
#include "mpidbg/model/ucx/tag_match_tables.h"

namespace mpidbg::model::ucx {

using layout::View;
using namespace layout::ucx;

namespace {

// Checks that the neighbours of a list's head lead back to it. The head of an empty list is its own neighbour.
Status check_list(const debugger::Memory &memory, const Layouts &layouts, const View<ListLinkLayout> &head,
                  const std::string &name) {
  MPIDBG_ASSIGN(after, View<ListLinkLayout>::read(memory, layouts.list_link, head.get(&ListLinkLayout::next)));
  if (after.get(&ListLinkLayout::prev) == head.address()) return {};
  return Error{ErrorCode::corrupt,
               name + " at " + hex(head.address()) + " is not a list: its first element leads back to " +
                   hex(after.get(&ListLinkLayout::prev)),
               head.address()};
}

}  // namespace

Worker::Worker(const debugger::Memory &memory, const Layouts &layouts, const WorkerPlace &place)
    : memory_(memory),
      layouts_(layouts),
      place_(place),
      tag_match_(place.worker + layouts.worker.tm.offset),
      pool_(memory, layouts, place.worker + layouts.worker.req_mp.offset) {}

Status Worker::check() const {
  MPIDBG_ASSIGN(worker, View<WorkerLayout>::read(memory_, layouts_.worker, place_.worker));
  const Address context = worker.get(&WorkerLayout::context);
  if (!place_.context.is_null() && context != place_.context) {
    return Error{
        ErrorCode::corrupt,
        "ucp_worker at " + hex(place_.worker) + " has the context " + hex(context) + " and not " + hex(place_.context),
        place_.worker};
  }
  MPIDBG_ASSIGN(of_context, View<ContextLayout>::read(memory_, layouts_.context, context));
  MPIDBG_TRY(pool_.check(of_context.get(&ContextLayout::request_size)));
  MPIDBG_ASSIGN(table, View<TagMatchLayout>::read(memory_, layouts_.tag_match, tag_match_));
  MPIDBG_ASSIGN(unexpected, table.part(&TagMatchLayout::unexpected, layouts_.list_link));
  return check_list(memory_, layouts_, unexpected, "ucp_tag_match.unexpected.all");
}

Result<Transport> Worker::progress() const {
  MPIDBG_ASSIGN(worker, View<WorkerLayout>::read(memory_, layouts_.worker, place_.worker));
  MPIDBG_ASSIGN(table, View<TagMatchLayout>::read(memory_, layouts_.tag_match, tag_match_));
  MPIDBG_ASSIGN(transport, read_transport(memory_, layouts_, place_.worker));
  transport.counters.push_back(table.get(&TagMatchLayout::sn));
  transport.counters.push_back(worker.get(&WorkerLayout::am_message_id));
  return std::move(transport);
}

void Worker::clear() {
  tables_ = std::make_shared<Tables>();
}

const PostedReceives &Worker::posted() {
  return requests().posted;
}

std::optional<KnownReceive> Worker::known_receive(const Posted &posted) const {
  auto known = tables_->requests ? tables_->requests->posted.known(posted) : std::nullopt;
  if (known) known->receive.handle = posted.request + layouts_.request.byte_size;
  return known;
}

Result<Receive> Worker::receive(const Posted &posted) const {
  if (const auto known = known_receive(posted)) return known->receive;
  MPIDBG_ASSIGN(receive, RequestReader(memory_, layouts_).read_receive(posted.request));
  receive.on_stack = tables_->pool && !tables_->pool->contains(posted.request);
  return receive;
}

const Listed<Arrived> &Worker::unexpected() {
  auto &unexpected = tables_->unexpected;
  if (!unexpected) unexpected = read_unexpected(memory_, layouts_, tag_match_);
  return *unexpected;
}

const Listed<Receive> &Worker::matched() {
  return requests().matched;
}
const Listed<Send> &Worker::sends() {
  return requests().sends;
}
const Listed<Request> &Worker::complete() {
  return requests().complete;
}

std::vector<PooledRequest> Worker::take_pooled() {
  return std::exchange(requests().pooled, {});
}

// Reads the worker's tables of requests. The pool is read first and at once, because the queues link its elements in
// any order.
Worker::Requests &Worker::requests() {
  if (tables_->requests) return *tables_->requests;
  Requests found;
  std::vector<PooledReceive> pooled = read_pool(found);
  found.posted = read_posted(memory_, layouts_, tag_match_, pooled);
  if (!tables_->pool && !found.posted.problem) found.posted.problem = found.sends.problem;
  add_others(pooled, found);
  if (!place_.stack_top.is_null()) read_stack(found);
  keep_matched(found.posted, pooled, found.matched);
  if (!found.posted.problem) found.posted.problem = std::move(found.posted.doubt);
  tables_->requests = std::move(found);
  return *tables_->requests;
}

std::vector<PooledReceive> Worker::read_pool(Requests &requests) {
  constexpr std::uint64_t most_reserved = 1u << 20;  // receives; a limit for counts that are not checked yet
  const RequestReader reader(memory_, layouts_);
  std::vector<PooledReceive> receives;
  const auto read = [&]() -> Status {
    MPIDBG_ASSIGN(chunks, pool_.chunks());
    // All memory is reserved at once, because a growing vector leaves holes in the heap that are never returned.
    receives.reserve(std::min(chunks.requests(), most_reserved));
    tables_->pool = std::move(chunks);
    if (keeps_pooled_) requests.pooled.reserve(receives.capacity());
    const auto keep = [&](Address request, std::span<const std::byte> copy, PooledRequest::Kind kind) -> Status {
      if (!keeps_pooled_) return {};
      MPIDBG_ASSIGN(named, reader.decode_named(request, copy, place_.words));
      named.kind = kind;
      requests.pooled.push_back(named);
      return {};
    };
    return pool_.walk(*tables_->pool, [&](Address request, std::span<const std::byte> copy) -> Status {
      if (const auto receive = reader.decode_pooled(request, copy, place_.words)) {
        receives.push_back(*receive);
        return keep(request, copy, receive->complete ? PooledRequest::complete : PooledRequest::receive);
      }
      const auto any = reader.decode(request, copy);
      auto kind = PooledRequest::other;
      if (any && any->send) kind = any->send->complete ? PooledRequest::complete : PooledRequest::send;
      MPIDBG_TRY(keep(request, copy, kind));
      if (!any) return any.error();
      add(*any, requests);
      return {};
    });
  };
  if (const Status walked = read(); !walked) {
    requests.matched.problem = requests.sends.problem = requests.complete.problem = walked.error();
  }
  return receives;
}

void Worker::add_others(std::span<const PooledReceive> pooled, Requests &requests) const {
  const RequestReader reader(memory_, layouts_);
  for (const PooledReceive &receive : pooled) {
    if (receive.posted) continue;
    const auto any = reader.read(receive.request);
    if (any) {
      add(*any, requests);
    } else if (!requests.matched.problem) {
      requests.matched.problem = requests.sends.problem = requests.complete.problem = any.error();
    }
  }
}

void Worker::add(const AnyRequest &any, Requests &requests) {
  if (any.send && any.send->complete) requests.complete.entries.push_back(*any.send);
  if (any.send && !any.send->complete) requests.sends.entries.push_back(*any.send);
  if (any.receive && any.receive->complete) requests.complete.entries.push_back(*any.receive);
  if (any.receive && !any.receive->complete) requests.matched.entries.push_back(*any.receive);
}

void Worker::read_stack(Requests &requests) const {
  const auto found = find_stack_requests(memory_, layouts_, place_.worker, place_.stack_top);
  if (!found) {
    requests.matched.problem = requests.sends.problem = found.error();
    return;
  }
  for (const Send &send : found->sends) requests.sends.entries.push_back(send);
  for (const Receive &receive : found->receives) requests.matched.entries.push_back(receive);
}

void Worker::keep_matched(const Listed<Posted> &posted, std::span<PooledReceive> pooled,
                          Listed<Receive> &pending) const {
  if (posted.problem) {
    pending = {{}, posted.problem, {}};
    return;
  }
  std::unordered_set<Address> elsewhere;  // the receives that are posted and not in the pool
  const auto marked = std::count_if(pooled.begin(), pooled.end(), [](const auto &receive) { return receive.posted; });
  if (static_cast<std::size_t>(marked) < posted.entries.size()) {
    for (const Posted &receive : posted.entries) {
      if (find_pooled(pooled, receive.request) == nullptr) elsewhere.insert(receive.request);
    }
  }
  const auto is_posted = [&](Address request) {
    const PooledReceive *const known = find_pooled(pooled, request);
    return known != nullptr ? known->posted : elsewhere.contains(request);
  };
  std::unordered_set<Address> known;
  std::erase_if(pending.entries, [&](const Receive &receive) {
    return is_posted(receive.request) || !known.insert(receive.request).second;
  });
  const Listed<Address> in_fragments = read_receives_of_fragments(memory_, layouts_, tag_match_);
  if (!pending.problem) pending.problem = in_fragments.problem;
  const std::unordered_set<Address> fragmented(in_fragments.entries.begin(), in_fragments.entries.end());
  for (const Address request : in_fragments.entries) {
    if (is_posted(request) || known.contains(request)) continue;
    const auto receive = RequestReader(memory_, layouts_).read_receive(request);
    if (receive) {
      pending.entries.push_back(*receive);
      pending.entries.back().on_stack = true;
    } else if (!pending.problem) {
      pending.problem = receive.error();
    }
  }
  for (Receive &receive : pending.entries) {
    receive.matched = true;
    if (!fragmented.contains(receive.request)) receive.bytes_done.reset();
  }
}

}  // namespace mpidbg::model::ucx
