#include "mpidbg/model/openmpi/p2p/cm_tables.h"

#include <algorithm>
#include <unordered_map>

#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/model/openmpi/p2p/cm_stack.h"

namespace mpidbg::model::openmpi {

namespace {

template <class Entry>
void note_problem(ofi::Listed<Entry> &list, const Status &status) {
  if (!status && !list.problem) list.problem = status.error();
}

template <class Entry>
void append_listed(ofi::Listed<Entry> &to, ofi::Listed<Entry> from) {
  if (to.entries.empty()) {
    to.entries = std::move(from.entries);
  } else {
    to.entries.insert(to.entries.end(), from.entries.begin(), from.entries.end());
  }
  if (!to.problem) to.problem = std::move(from.problem);
}

}  // namespace

const ofi::Listed<ofi::Receive> &CmTables::posted() {
  if (tables_->posted) return *tables_->posted;
  ofi::Listed<ofi::Receive> found;
  for (const auto &provider : providers_) append_listed(found, provider->posted());
  const auto is_acknowledgement = [&](const ofi::Receive &receive) {
    return module_.tags().decode(receive.tag).acknowledgement;
  };
  const auto first = std::stable_partition(found.entries.begin(), found.entries.end(),
                                           [&](const auto &receive) { return !is_acknowledgement(receive); });
  for (auto at = first; at != found.entries.end(); ++at) note_problem(found, read_acknowledgement(*at));
  found.entries.erase(first, found.entries.end());
  if (!has_providers()) read_requests_as_posted(found);
  for (const ofi::Receive &receive : found.entries) tables_->contexts.push_back(receive.context);
  std::sort(tables_->contexts.begin(), tables_->contexts.end());
  return tables_->posted.emplace(std::move(found));
}

// The acknowledgement's own request is on the heap, and only its parent is set.
Status CmTables::read_acknowledgement(const ofi::Receive &receive) {
  const OfiRequestLayout &layout = process_.layouts().ofi_request;
  MPIDBG_ASSIGN(own, process_.objects.read(layout, request_of(receive.context)));
  const Address parent = own.get(&OfiRequestLayout::parent);
  MPIDBG_ASSIGN(send, process_.objects.read(layout, parent));
  if (send.get(&OfiRequestLayout::completion_count) < 1) {
    return Error{ErrorCode::corrupt,
                 "ompi_mtl_ofi_request_t at " + hex(parent) + " awaits an acknowledgement and has completion_count " +
                     std::to_string(send.get(&OfiRequestLayout::completion_count)),
                 parent};
  }
  MPIDBG_ASSIGN(owner, requests_.owner_of(send));
  CmSend found;
  found.component_request = parent;
  found.owner = owner;
  if (!owner.is_null()) {
    MPIDBG_ASSIGN(request, process_.objects.read_object(process_.layouts().cm_request, owner));
    found.communicator = request.get(&CmRequestLayout::req_comm);
  }
  found.bits = receive.tag;
  found.bytes = send.get(&OfiRequestLayout::length);
  found.destination = receive.source;
  found.synchronous = true;
  tables_->acknowledged.push_back(found);
  return {};
}

// Makes an entry of a request of Open MPI itself. The bits that a receive ignores are not kept: a tag of 0 may stand
// for any.
Result<ofi::Receive> CmTables::read_as_receive(Address component_request) const {
  const OfiRequestLayout &layout = process_.layouts().ofi_request;
  MPIDBG_ASSIGN(view, process_.objects.read(layout, component_request));
  ofi::Receive receive;
  receive.entry = component_request;
  receive.context = component_request + layout.ctx.offset;
  receive.tag = view.get(&OfiRequestLayout::match_bits);
  receive.bytes = view.get(&OfiRequestLayout::length);
  const std::uint64_t source = view.get(&OfiRequestLayout::remote_addr);
  if (source != module_.any_address()) receive.source = source;
  return receive;
}

void CmTables::read_requests_as_posted(ofi::Listed<ofi::Receive> &posted) {
  const auto add = [&](Address component_request) -> Status {
    MPIDBG_ASSIGN(receive, read_as_receive(component_request));
    posted.entries.push_back(receive);
    return {};
  };
  const auto pending = requests_.pending();
  note_problem(posted, pending.status());
  if (pending) {
    for (const CmRequests::Pending &one : **pending) {
      if (!one.is_send) note_problem(posted, add(one.component_request));
    }
  }
  const auto blocking = on_stack(false);
  note_problem(posted, blocking.status());
  if (!blocking) return;
  for (const Address one : *blocking) note_problem(posted, add(one));
}

bool CmTables::is_posted(Address component_request) const {
  return std::binary_search(tables_->contexts.begin(), tables_->contexts.end(),
                            component_request + process_.layouts().ofi_request.ctx.offset);
}

Result<std::vector<Address>> CmTables::on_stack(bool sends) const {
  if (stack_top_.is_null()) return std::vector<Address>();
  MPIDBG_ASSIGN(found, search_cm_stack(process_, module_, stack_top_));
  return sends ? std::move(found.sends) : std::move(found.receives);
}

Result<bool> CmTables::needs_matched() {
  posted();
  if (other_threads_ || stack_top_.is_null()) return true;
  const auto is_missing = [&](Address one) { return !is_posted(one); };
  MPIDBG_ASSIGN(blocking, on_stack(false));
  if (std::any_of(blocking.begin(), blocking.end(), is_missing)) return true;
  MPIDBG_ASSIGN(pending, requests_.pending());
  return std::any_of(pending->begin(), pending->end(),
                     [&](const auto &one) { return !one.is_send && is_missing(one.component_request); });
}

const ofi::Listed<CmReceive> &CmTables::matched() {
  if (!tables_->matched) {
    ofi::Listed<CmReceive> found;
    if (has_providers()) find_matched(found);
    tables_->matched = std::move(found);
  }
  return *tables_->matched;
}

// A message of MPI_Mprobe that is being received has a request of its own, which names that of the receive.
void CmTables::find_matched(ofi::Listed<CmReceive> &result) {
  const auto needed = needs_matched();
  note_problem(result, needed.status());
  if (needed && !*needed) return;
  const OfiRequestLayout &layout = process_.layouts().ofi_request;
  std::unordered_map<Address, bool> pending_receives;  // true if found
  const auto pending = requests_.pending();
  note_problem(result, pending.status());
  if (pending) {
    for (const CmRequests::Pending &one : **pending) {
      if (!one.is_send && !is_posted(one.component_request)) pending_receives.emplace(one.component_request, false);
    }
  }
  for (const auto &provider : providers_) {
    auto found = provider->matched();
    for (ofi::Match &match : found.entries) {
      if (module_.tags().decode(match.receive.tag).acknowledgement) continue;
      Address request = request_of(match.receive.context);
      if (!pending_receives.contains(request)) {
        const auto view = process_.objects.read(layout, request);
        if (view && pending_receives.contains(view->get(&OfiRequestLayout::mrecv_req))) {
          request = view->get(&OfiRequestLayout::mrecv_req);
        }
      }
      if (const auto owned = pending_receives.find(request); owned != pending_receives.end()) owned->second = true;
      match.receive.context = request + layout.ctx.offset;
      result.entries.push_back({match.receive, match.message});
    }
    if (found.problem && !result.problem) result.problem = std::move(found.problem);
  }
  for (const auto &[request, is_found] : pending_receives) {
    if (is_found) continue;
    const auto read = read_as_receive(request);
    note_problem(result, read.status());
    if (read) result.entries.push_back({*read, std::nullopt});
  }
}

Result<bool> CmTables::needs_sends() {
  posted();
  if (other_threads_ || stack_top_.is_null()) return true;
  const auto is_missing = [&](Address one) {
    return std::none_of(tables_->acknowledged.begin(), tables_->acknowledged.end(),
                        [&](const CmSend &send) { return send.component_request == one; });
  };
  MPIDBG_ASSIGN(blocking, on_stack(true));
  if (std::any_of(blocking.begin(), blocking.end(), is_missing)) return true;
  MPIDBG_ASSIGN(pending, requests_.pending());
  return std::any_of(pending->begin(), pending->end(),
                     [&](const auto &one) { return one.is_send && is_missing(one.component_request); });
}

const ofi::Listed<CmSend> &CmTables::sends() {
  if (!tables_->sends) {
    ofi::Listed<CmSend> found;
    find_sends(found);
    tables_->sends = std::move(found);
  }
  return *tables_->sends;
}

void CmTables::find_sends(ofi::Listed<CmSend> &result) {
  posted();
  result.entries = tables_->acknowledged;
  std::unordered_map<Address, std::size_t> places;
  for (std::size_t i = 0; i < result.entries.size(); ++i) places.emplace(result.entries[i].component_request, i);
  const auto place_of = [&](Address component_request) -> CmSend & {
    const auto [place, is_new] = places.try_emplace(component_request, result.entries.size());
    if (is_new) result.entries.emplace_back().component_request = component_request;
    return result.entries[place->second];
  };
  const auto pending = requests_.pending();
  note_problem(result, pending.status());
  if (pending) {
    for (const CmRequests::Pending &one : **pending) {
      if (!one.is_send) continue;
      CmSend &send = place_of(one.component_request);
      send.owner = one.request;
      send.communicator = one.communicator;
    }
  }
  const auto needed = needs_sends();
  note_problem(result, needed.status());
  if (needed && !*needed) return;
  for (const auto &provider : providers_) {
    const ofi::Listed<ofi::Send> found = provider->sends();
    for (const ofi::Send &entry : found.entries) {
      if (entry.context.is_null()) continue;  // an acknowledgement
      CmSend &send = place_of(request_of(entry.context));
      if (!send.bits) send.bits = entry.tag;
      send.bytes = entry.bytes;
      if (entry.destination) send.destination = entry.destination;
      send.number = entry.number;
      send.synchronous |= module_.tags().decode(entry.tag).synchronous;
    }
    if (found.problem && !result.problem) result.problem = found.problem;
  }
}

const ofi::Listed<ofi::Message> &CmTables::unexpected() {
  if (!tables_->unexpected) {
    ofi::Listed<ofi::Message> found;
    for (const auto &provider : providers_) append_listed(found, provider->unexpected());
    std::erase_if(found.entries,
                  [&](const ofi::Message &message) { return module_.tags().decode(message.tag).acknowledgement; });
    tables_->unexpected = std::move(found);
  }
  return *tables_->unexpected;
}

Result<ofi::Message> CmTables::taken_by(Address context) const {
  Error last{ErrorCode::not_supported, "no provider of libfabric is read", context};
  for (const auto &provider : providers_) {
    auto found = provider->taken_by(context);
    if (found) return found;
    last = std::move(found).error();
  }
  return last;
}

Result<ofi::Transport> CmTables::progress() const {
  ofi::Transport all;
  bool is_empty = true, is_known = true;
  for (const auto &provider : providers_) {
    MPIDBG_ASSIGN(one, provider->progress());
    all.counters.insert(all.counters.end(), one.counters.begin(), one.counters.end());
    is_known = is_known && one.empty;
    is_empty = is_empty && one.empty.value_or(true);
  }
  if (!is_empty || is_known) all.empty = is_empty;
  return all;
}

std::string CmTables::unseen_messages() const {
  for (const auto &provider : providers_) {
    if (std::string reason = provider->unseen_messages(); !reason.empty()) return reason;
  }
  return {};
}

}  // namespace mpidbg::model::openmpi
