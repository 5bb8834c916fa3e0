#include "mpidbg/model/ucx/worker.h"

#include <algorithm>
#include <unordered_set>

#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/layout/view.h"
#include "mpidbg/model/ucx/stack_requests.h"
#include "mpidbg/model/ucx/tag_match_tables.h"

namespace mpidbg::model::ucx {

using layout::View;
using namespace layout::ucx;

namespace {

// The neighbours of a list's head lead back to it; an empty list's head is its own neighbour.
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

const Listed<Receive> &Worker::posted() {
  auto &posted = tables_->posted;
  if (posted) return *posted;
  posted = read_posted(memory_, layouts_, tag_match_);
  const auto pool = pool_.extent();
  for (Receive &receive : posted->entries) receive.on_stack = pool && !pool->contains(receive.request);
  if (!pool && !posted->problem) posted->problem = pool.error();
  return *posted;
}

const Listed<Message> &Worker::unexpected() {
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

const Worker::Requests &Worker::requests() {
  if (tables_->requests) return *tables_->requests;
  std::vector<Address> posted_requests;
  posted_requests.reserve(posted().entries.size());
  for (const Receive &receive : posted().entries) posted_requests.push_back(receive.request);
  std::sort(posted_requests.begin(), posted_requests.end());
  Requests found;
  const Status walked = pool_.walk(posted_requests, [&](const AnyRequest &any) { add(any, found); });
  if (!place_.stack_top.is_null()) read_stack(found);
  if (!walked) found.matched.problem = found.sends.problem = found.complete.problem = walked.error();
  keep_matched(std::move(posted_requests), found.matched);
  tables_->requests = std::move(found);
  return *tables_->requests;
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

void Worker::keep_matched(std::vector<Address> posted, Listed<Receive> &pending) {
  if (tables_->posted->problem) {
    pending = {{}, tables_->posted->problem};
    return;
  }
  const auto is_posted = [&](Address request) { return std::binary_search(posted.begin(), posted.end(), request); };
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
