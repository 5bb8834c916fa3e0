#include "mpidbg/model/recorded/record_index.h"

#include <iterator>

#include "mpidbg/model/recorded/recorded_kinds.h"

namespace mpidbg::model::recorded {

namespace {

template <class Time>
std::vector<RecordIndex::Place> ordered_by(std::vector<RecordIndex::Place> places, const Time &time_of) {
  std::stable_sort(places.begin(), places.end(),
                   [&](RecordIndex::Place a, RecordIndex::Place b) { return time_of(a) < time_of(b); });
  return places;
}

template <class Entry>
std::vector<RecordIndex::Place> all_places(const std::vector<Entry> &entries) {
  std::vector<RecordIndex::Place> places(entries.size());
  std::iota(places.begin(), places.end(), RecordIndex::Place{0});
  return places;
}

bool is_live(const mpidbg_record_request &request) {
  return (request.flags & MPIDBG_RECORD_LIVE) != 0;
}

std::int64_t last_time(const mpidbg_record_handle &entry) {
  const bool ended = (entry.flags & MPIDBG_RECORD_LIVE) == 0 && entry.freed_by != 0;
  return std::max(entry.created, ended ? entry.freed : 0);
}

}  // namespace

RecordIndex::RecordIndex(const std::vector<mpidbg_record_handle> &handles,
                         const std::vector<mpidbg_record_request> &requests, const CallTable &calls) {
  std::vector<std::pair<HandleReference, Place>> all;
  all.reserve(handles.size() + requests.size());
  for (const Place place : ordered_by(all_places(handles), [&](Place i) { return handles[i].created; }))
    if (const auto kind = kind_of(handles[place].kind)) all.push_back({{*kind, Handle(handles[place].handle)}, place});
  for (const Place place : ordered_by(all_places(requests), [&](Place i) { return requests[i].time; }))
    all.push_back({{HandleKind::request, Handle(requests[place].request)}, place});
  of_handle_ = ByHandle(std::move(all));

  for (std::size_t i = 0; i < of_handle_.values().size(); ++i)
    of_kind_[static_cast<std::size_t>(of_handle_.handles()[i].kind)].push_back(of_handle_.values()[i]);
  for (std::size_t kind = 0; kind < handle_kinds; ++kind) {
    const bool are_requests = kind == static_cast<std::size_t>(HandleKind::request);
    of_kind_[kind] = ordered_by(std::move(of_kind_[kind]), [&](Place i) {
      return are_requests ? std::max<std::int64_t>(requests[i].time, 0) : last_time(handles[i]);
    });
  }

  std::vector<std::pair<HandleReference, Place>> owned;
  for (const Place place : of(HandleKind::request)) {
    if (!is_live(requests[place])) continue;
    if (const auto kind = owner_kind(calls.call(requests[place].created_by)))
      owned.push_back({{*kind, Handle(requests[place].owner)}, place});
  }
  requests_on_ = ByHandle(std::move(owned));

  std::vector<std::pair<HandleReference, HandleReference>> uses;
  for (const mpidbg_record_request &request : requests) {
    if (!is_live(request)) continue;
    const auto note = [&](HandleKind kind, std::uint64_t handle) {
      if (handle != 0) uses.push_back({{kind, Handle(handle)}, {HandleKind::request, Handle(request.request)}});
    };
    const Call &creation = calls.call(request.created_by);
    if (const auto kind = owner_kind(creation)) note(*kind, request.owner);
    note(HandleKind::datatype, request.datatype);
    if ((request.flags & MPIDBG_RECORD_SECOND_DATATYPE) != 0) {
      note(HandleKind::datatype, request.buffer_or_op);
    } else if (creation.word_of_kind("Op")) {
      note(HandleKind::op, request.buffer_or_op);
    }
  }
  for (const mpidbg_record_handle &made : handles) {
    const auto kind = kind_of(made.kind);
    const auto word = calls.call(made.created_by).word_of_kind("Info");
    const bool is_user = (made.flags & MPIDBG_RECORD_LIVE) != 0 && kind && kind != HandleKind::info;
    if (is_user && word && *word < std::size(made.arguments))
      uses.push_back({{HandleKind::info, Handle(made.arguments[*word])}, {*kind, Handle(made.handle)}});
  }
  users_ = ByHandle(std::move(uses));
}

std::vector<Handle> RecordIndex::communicators_with_requests() const {
  std::vector<Handle> found;
  for (const HandleReference &owner : requests_on_.handles())
    if (owner.kind == HandleKind::communicator && (found.empty() || found.back() != owner.handle))
      found.push_back(owner.handle);
  return found;
}

}  // namespace mpidbg::model::recorded
