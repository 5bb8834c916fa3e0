#include "mpidbg/model/mpich/p2p/ofi_tables.h"

#include <unordered_map>

#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/layout/mpich/p2p/constants.h"
#include "mpidbg/model/mpich/handles.h"
#include "mpidbg/model/mpich/p2p/ucx_tag.h"

namespace mpidbg::model::mpich {

namespace constants = layout::mpich;

namespace {

using layout::View;

bool is_receive_event(std::int32_t event) {
  return event == constants::ofi_receive || event == constants::ofi_receive_huge ||
         event == constants::ofi_receive_pack || event == constants::ofi_receive_pieces;
}

bool is_send_event(std::int32_t event) {
  return event == constants::ofi_send || event == constants::ofi_send_huge || event == constants::ofi_send_pack ||
         event == constants::ofi_send_pieces;
}

std::uint64_t tag_of(const OfiReceive &receive) {
  return receive.receive.tag;
}
std::uint64_t tag_of(const OfiMatch &match) {
  return match.receive.receive.tag;
}
std::uint64_t tag_of(const OfiSend &send) {
  return send.tag;
}
std::uint64_t tag_of(const ofi::Message &message) {
  return message.tag;
}

template <class Entry>
void index_by_context(OfiTable<Entry> &table, const OfiTag &tag) {
  for (std::size_t i = 0; i < table.entries.size(); ++i) {
    const std::uint64_t context = context_of_communicator(tag.context_of(tag_of(table.entries[i])));
    table.by_context[context].push_back(static_cast<std::uint32_t>(i));
  }
}

void note_first(std::optional<Error> &problem, const Status &status) {
  if (!problem && !status) problem = status.error();
}

}  // namespace

void OfiTables::clear() {
  operations_.reset();
  messages_.reset();
}

Address OfiTables::context_of(Address request) const {
  const Layouts &layouts = process_.layouts;
  return request + (layouts.request.dev.offset + layouts.device_request.ch4.offset + ofi_.request.context.offset);
}

Address OfiTables::request_at(Address context) const {
  return context - (context_of(Address()) - Address());
}

Result<std::int32_t> OfiTables::event_at(Address context) const {
  const Address place = context + (ofi_.request.event_id.offset - ofi_.request.context.offset);
  MPIDBG_ASSIGN(event, process_.memory.read_int32(place, "MPIDI_OFI_request_t.event_id"));
  if (event >= 0 && event < constants::ofi_events) return event;
  return Error{
      ErrorCode::corrupt,
      "MPIDI_OFI_request_t.event_id at " + hex(place) + " is " + std::to_string(event) + ", which is no kind of object",
      place};
}

// Adds a posted receive. The receive for the acknowledgement of a synchronous send shows that the send is not complete.
Status OfiTables::add_posted(const ofi::Receive &receive, OfiQueues &queues) const {
  if (receive.context.is_null()) return {};
  MPIDBG_ASSIGN(event, event_at(receive.context));
  if (event == constants::ofi_acknowledgement && places_.tag.is_acknowledgement(receive.tag)) {
    const Address object = receive.context - ofi_.acknowledgement.context.offset;
    MPIDBG_ASSIGN(view, View<OfiAcknowledgementLayout>::read(process_.memory, ofi_.acknowledgement, object));
    add_acknowledgement(view.get(&OfiAcknowledgementLayout::signal_req), receive, queues);
    return {};
  }
  if (!is_receive_event(event)) return {};
  if (!places_.tag.is_ignored_by_receives(receive.ignore)) {
    return Error{ErrorCode::corrupt,
                 "libfabric's receive at " + hex(receive.entry) + " ignores the bits " + hex(receive.ignore) +
                     " of the tag, which no receive of MPICH does",
                 receive.entry};
  }
  queues.posted.entries.push_back({request_at(receive.context), event, receive});
  return {};
}

void OfiTables::add_acknowledgement(Address send, const ofi::Receive &receive, OfiQueues &queues) const {
  OfiSend one;
  one.request = send;
  one.event = constants::ofi_send;
  one.entry = receive.entry;
  one.tag = receive.tag;
  one.synchronous = true;
  one.destination = receive.source;
  queues.sends.entries.push_back(one);
}

Status OfiTables::add_matched(const ofi::Provider &provider, OfiQueues &queues) const {
  const ofi::Listed<ofi::Match> found = provider.matched();
  for (const ofi::Match &match : found.entries) {
    if (match.receive.context.is_null()) continue;
    MPIDBG_ASSIGN(event, event_at(match.receive.context));
    if (!is_receive_event(event)) continue;
    queues.matched.entries.push_back({{request_at(match.receive.context), event, match.receive}, match.message});
  }
  return found.problem ? Status(*found.problem) : Status();
}

// Adds the sends that libfabric has. A synchronous send may be among the entries already, by its acknowledgement.
Status OfiTables::add_sends(const ofi::Provider &provider, OfiQueues &queues) const {
  const ofi::Listed<ofi::Send> found = provider.sends();
  auto &sends = queues.sends.entries;
  std::unordered_map<Address, std::size_t> places;
  for (std::size_t i = 0; i < sends.size(); ++i) places.emplace(sends[i].request, i);
  for (const ofi::Send &send : found.entries) {
    if (send.context.is_null()) continue;
    MPIDBG_ASSIGN(event, event_at(send.context));
    if (!is_send_event(event)) continue;
    const Address request = request_at(send.context);
    const auto [place, is_new] = places.emplace(request, sends.size());
    if (is_new) sends.emplace_back();
    OfiSend &known = sends[place->second];
    known.request = request;
    known.event = event;
    known.entry = send.entry;
    known.tag = send.tag;
    known.synchronous |= places_.tag.is_synchronous(send.tag);
    known.data = send.data;
    known.bytes = send.bytes;
    if (send.destination) known.destination = send.destination;
    if (endpoints_.size() == 1) known.number = send.number;  // numbers are of one endpoint
  }
  return found.problem ? Status(*found.problem) : Status();
}

std::shared_ptr<const OfiQueues> OfiTables::operations() {
  if (operations_ != nullptr) return operations_;
  auto queues = std::make_shared<OfiQueues>();
  for (const ofi::OpenEndpoint &endpoint : endpoints_) {
    const ofi::Listed<ofi::Receive> posted = endpoint.provider->posted();
    queues->posted.entries.reserve(queues->posted.entries.size() + posted.entries.size());
    for (const ofi::Receive &receive : posted.entries) note_first(queues->posted.problem, add_posted(receive, *queues));
    if (!queues->posted.problem) queues->posted.problem = posted.problem;
  }
  // The pools of libfabric are read only if MPICH has operations that may be in them.
  note_first(queues->posted.problem, handles_.request_index.read());
  const RequestIndex::InNetwork &pending = handles_.request_index.in_network();
  for (const ofi::OpenEndpoint &endpoint : endpoints_) {
    if (pending.receives > queues->posted.entries.size())
      note_first(queues->matched.problem, add_matched(*endpoint.provider, *queues));
    if (pending.sends > 0) note_first(queues->sends.problem, add_sends(*endpoint.provider, *queues));
  }
  index_by_context(queues->posted, places_.tag);
  index_by_context(queues->matched, places_.tag);
  index_by_context(queues->sends, places_.tag);
  operations_ = std::move(queues);
  return operations_;
}

std::shared_ptr<const OfiTable<ofi::Message>> OfiTables::messages() {
  if (messages_ != nullptr) return messages_;
  auto table = std::make_shared<OfiTable<ofi::Message>>();
  for (const ofi::OpenEndpoint &endpoint : endpoints_) {
    ofi::Listed<ofi::Message> found = endpoint.provider->unexpected();
    std::erase_if(found.entries, [&](const ofi::Message &message) {
      return places_.tag.is_acknowledgement(message.tag) || places_.tag.is_of_leaders(message.tag);
    });
    if (table->entries.empty()) {
      table->entries = std::move(found.entries);
    } else {
      table->entries.insert(table->entries.end(), found.entries.begin(), found.entries.end());
    }
    if (!table->problem) table->problem = found.problem;
  }
  index_by_context(*table, places_.tag);
  messages_ = std::move(table);
  return messages_;
}

}  // namespace mpidbg::model::mpich
