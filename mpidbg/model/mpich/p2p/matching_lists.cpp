#include "mpidbg/model/mpich/p2p/matching_lists.h"

#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/debugger/list_walk.h"
#include "mpidbg/model/mpich/datatypes/program_datatype.h"
#include "mpidbg/model/mpich/p2p/noted_envelope.h"

namespace mpidbg::model::mpich {

namespace {

using layout::View;

// The maximum number of virtual interfaces: MPIDI_CH4_MAX_VCIS. Source: src/mpid/ch4.
constexpr std::int32_t most_lists = 64;

}  // namespace

MatchingLists::MatchingLists(const Attachment &process, Pools &pools) : process_(process), pools_(pools) {
  problem_ = find();
}

std::string MatchingLists::find() {
  const Layouts &layouts = process_.layouts;
  for (const layout::StructLayout *layout : std::initializer_list<const layout::StructLayout *>{
           &layouts.request, &layouts.device_request, &layouts.active_message, &layouts.active_message_state,
           &layouts.interface, &layouts.global}) {
    if (!layout->resolved()) return layout->problem;
  }
  if (!layouts.global.per_vci.present || !layouts.request.next.present || !layouts.request.prev.present) {
    return "the layouts that are known do not say where they are";
  }
  const auto variable = process_.variable("MPIDI_global");
  if (!variable) return "no symbol and no profile of this build names MPIDI_global";
  global_ = *variable;
  return {};
}

void MatchingLists::clear() {
  posted_.reset();
  unexpected_.reset();
}

const MatchingList &MatchingLists::read(std::optional<MatchingList> &list, Head head, const char *name) {
  if (list) return *list;
  list.emplace();
  if (const Status walked = walk_all(head, name, *list); !walked) list->problem = walked.error();
  return *list;
}

Result<std::vector<View<InterfaceLayout>>> MatchingLists::interfaces() const {
  if (!problem_.empty()) return Error{ErrorCode::not_supported, problem_};
  MPIDBG_ASSIGN(global, View<GlobalLayout>::read(process_.memory, process_.layouts.global, global_));
  const auto former = global.get(&GlobalLayout::n_vcis), newer = global.get(&GlobalLayout::n_total_vcis);
  const std::int32_t count = former ? *former : newer.value_or(1);
  if (count < 1 || count > most_lists) {
    return Error{ErrorCode::corrupt,
                 "MPIDI_global at " + hex(global_) + " has " + std::to_string(count) + " virtual interfaces", global_};
  }
  const InterfaceLayout &layout = process_.layouts.interface;
  std::vector<View<InterfaceLayout>> result;
  for (std::int32_t i = 0; i < count; ++i) {
    const Address place = *global.address_of(&GlobalLayout::per_vci) + static_cast<std::uint64_t>(i) * layout.byte_size;
    MPIDBG_ASSIGN(interface, View<InterfaceLayout>::read(process_.memory, layout, place));
    result.push_back(std::move(interface));
  }
  return result;
}

Result<std::vector<std::uint64_t>> MatchingLists::freed_requests() const {
  MPIDBG_ASSIGN(all, interfaces());
  std::vector<std::uint64_t> counts;
  for (const View<InterfaceLayout> &interface : all) {
    const auto count = interface.get(&InterfaceLayout::progress_count);
    if (count) counts.push_back(static_cast<std::uint32_t>(*count));
  }
  return counts;
}

Status MatchingLists::walk_all(Head head, const char *name, MatchingList &list) {
  MPIDBG_ASSIGN(all, interfaces());
  for (const View<InterfaceLayout> &interface : all) MPIDBG_TRY(walk(interface.get(head), name, list));
  return {};
}

Status MatchingLists::walk(Address first, const char *name, MatchingList &list) {
  debugger::ListWalk guard(name);
  const auto broken = [name](Address request, const std::string &what) {
    return Error{ErrorCode::corrupt, "MPIDI_global.per_vci." + std::string(name) + ": " + what, request};
  };
  Address before{}, last_by_first{};
  for (Address at = first; !at.is_null();) {
    MPIDBG_TRY(guard.step(at));
    if (!pools_.handle_of(ObjectKind::request, at)) {
      return broken(at, "the item at " + hex(at) + " is not a request in use");
    }
    MPIDBG_ASSIGN(view, View<RequestLayout>::read(process_.memory, process_.layouts.request, at));
    const Address previous = *view.get(&RequestLayout::prev);
    if (before.is_null()) {
      last_by_first = previous;
    } else if (previous != before) {
      return broken(at, "MPIR_Request.prev at " + hex(at) + " is " + hex(previous) + " and not " + hex(before));
    }
    MPIDBG_ASSIGN(entry, decode(view));
    list.entries.push_back(entry);
    before = at;
    at = *view.get(&RequestLayout::next);
  }
  if (before != last_by_first) {
    return broken(first, "MPIR_Request.prev of the first item at " + hex(first) + " is " + hex(last_by_first) +
                             " and not the last one, " + hex(before));
  }
  return {};
}

Result<ListedRequest> MatchingLists::decode(const View<RequestLayout> &request) const {
  using Message = ActiveMessageLayout;
  MPIDBG_ASSIGN(device, request.part(&RequestLayout::dev, process_.layouts.device_request));
  MPIDBG_ASSIGN(message, device.part(&DeviceRequestLayout::ch4, process_.layouts.active_message));
  ListedRequest result;
  result.request = request.address();
  result.state = message.get(&Message::req);
  result.buffer = message.get(&Message::buffer);
  result.count = message.get(&Message::count);
  result.datatype = program_datatype(message.get(&Message::datatype));
  result.context_id = message.get(&Message::context_id);
  if (const auto source = message.get(&Message::source), tag = message.get(&Message::tag); source && tag) {
    result.source = *source;
    result.tag = *tag;
    return result;
  }
  MPIDBG_ASSIGN(envelope, read_noted_envelope(process_, request));
  result.source = envelope.source;
  result.tag = envelope.tag;
  return result;
}

}  // namespace mpidbg::model::mpich
