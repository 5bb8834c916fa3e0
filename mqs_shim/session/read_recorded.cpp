#include "mqs_shim/session/read_recorded.h"

#include <algorithm>

#include "mpidbg/base/limits.h"
#include "mqs_shim/session/read_objects.h"

namespace mqs_shim {

namespace {

using mpidbg::limits::table_entries;

constexpr int looked_through = 512;         // latest events of all threads, searched for last calls
constexpr std::size_t most_last_calls = 5;  // limit per thread

RecordedRecord to_record(const mpidbg_recorded_t &recorded) {
  RecordedRecord record;
  record.kind = recorded.kind;
  record.flags = recorded.flags;
  record.handle = Address(recorded.handle);
  record.created_by = plain_text(recorded.created_by);
  record.call = plain_text(recorded.call, mpidbg::limits::string_length);
  record.created_at = Address(recorded.created_at);
  record.created = recorded.created;
  record.freed_by = plain_text(recorded.freed_by);
  record.freed_at = Address(recorded.freed_at);
  record.ended = recorded.ended;
  record.parent = {recorded.parent.kind, Address(recorded.parent.handle)};
  record.name = exact_text(recorded.name, mpidbg::limits::string_length);
  record.given = recorded.given;
  record.last_call = plain_text(recorded.last_call);
  record.last_used = recorded.last_used;
  record.owner = {recorded.owner.kind, Address(recorded.owner.handle)};
  record.datatype = Address(recorded.datatype);
  record.op = Address(recorded.op);
  record.buffer = Address(recorded.buffer);
  if (record.has(MPIDBG_RECORDED_COUNT_KNOWN)) record.count = recorded.count;
  if (record.has(MPIDBG_RECORDED_PEER_KNOWN)) record.peer = recorded.peer;
  if (record.has(MPIDBG_RECORDED_TAG_KNOWN)) record.tag = recorded.tag;
  record.users = to_references(recorded.users, recorded.num_users);
  if (recorded.calls != nullptr)
    for (std::size_t i = 0; i < bounded(recorded.num_calls, table_entries); ++i)
      record.calls.push_back(plain_text(recorded.calls[i], mpidbg::limits::string_length));
  record.earlier = recorded.earlier;
  if (recorded.locks != nullptr)
    record.locks.assign(recorded.locks, recorded.locks + bounded(recorded.num_locks, table_entries));
  record.callers = to_addresses(recorded.callers, recorded.num_callers);
  record.kept = recorded.kept != 0;
  record.more_datatypes = recorded.more_datatypes != 0;
  record.second_datatype = Address(recorded.second_datatype);
  record.doubt = plain_text(recorded.doubt, mpidbg::limits::string_length);
  return record;
}

bool answers(const Conversation &talk) {
  const PluginFunctions &call = talk.call;
  return has_readable_results(talk.plugin.dialect()) && call.mpidbg_recorder_query != nullptr &&
         call.mpidbg_recorded_query != nullptr && call.mpidbg_recorded_list != nullptr &&
         call.mpidbg_recorded_free != nullptr && call.mpidbg_recorded_free_list != nullptr &&
         call.mpidbg_recorded_threads != nullptr && call.mpidbg_recorded_free_threads != nullptr;
}

// Adds a gap to the report if `code` says that a part of the record cannot be read. Does nothing if the data was never
// recorded.
void note_failure(const Conversation &talk, int code, ProcessReport &report) {
  if (code == MPIDBG_SUCCESS || code == MPIDBG_ERR_NOT_FOUND || code == MPIDBG_ERR_NOT_SUPPORTED) return;
  const std::string gap = "not all that was recorded can be shown: " + talk.why_no_handle(code);
  report.add_gap(gap);
  if (report.record_problem.empty()) report.record_problem = gap;
}

std::optional<RecordedRecord> query(const Conversation &talk, int kind, Address handle, ProcessReport &report) {
  mpidbg_recorded_t *recorded = nullptr;
  const int code = talk.call.mpidbg_recorded_query(&talk.process, static_cast<mpidbg_handle_kind_t>(kind),
                                                   handle.value(), &recorded);
  note_failure(talk, code, report);
  if (code != MPIDBG_SUCCESS || recorded == nullptr) return std::nullopt;
  RecordedRecord record = to_record(*recorded);
  talk.call.mpidbg_recorded_free(recorded);
  return record;
}

bool find_recorder(const Conversation &talk, ProcessReport &report) {
  if (report.recorder) return true;
  if (!answers(talk)) return false;
  mpidbg_recorder_info_t info{};
  info.struct_size = sizeof info;
  const int code = talk.call.mpidbg_recorder_query(&talk.process, &info);
  if (code == MPIDBG_ERR_NOT_FOUND) return false;
  if (code != MPIDBG_SUCCESS) {
    report.record_problem = "the record cannot be read: " + talk.why_no_handle(code);
    report.add_gap(report.record_problem);
    return false;
  }
  RecorderRecord &recorder = report.recorder.emplace();
  recorder.pid = info.pid;
  recorder.forked_from = info.forked_from;
  recorder.address = Address(info.address);
  recorder.pcontrol_level = info.pcontrol_level;
  recorder.realtime_offset = info.realtime_offset;
  recorder.latest = info.latest;
  recorder.now = talk.image.target.monotonic_now();
  recorder.library = plain_text(info.library, sizeof info.library);
  recorder.problem = plain_text(info.problem, sizeof info.problem);
  return true;
}

void read_threads(const Conversation &talk, ProcessReport &report) {
  RecorderRecord &recorder = *report.recorder;
  int count = 0;
  mpidbg_recorded_thread_t *threads = nullptr;
  const int code = talk.call.mpidbg_recorded_threads(&talk.process, &count, &threads);
  note_failure(talk, code, report);
  if (code != MPIDBG_SUCCESS || threads == nullptr) return;
  for (std::size_t i = 0; i < bounded(count, table_entries); ++i) {
    const mpidbg_recorded_thread_t &thread = threads[i];
    recorder.threads.push_back({.tid = thread.tid,
                                .alive = thread.alive != 0,
                                .in_call = thread.in_call != 0,
                                .name = plain_text(thread.name),
                                .call = plain_text(thread.call, mpidbg::limits::string_length),
                                .site = Address(thread.site),
                                .since = thread.since,
                                .calls = thread.calls,
                                .last_calls = {}});
  }
  talk.call.mpidbg_recorded_free_threads(count, threads);
}

void add_last_call(const mpidbg_recorded_event_t &event, std::vector<RecordedCallRecord> &calls) {
  RecordedCallRecord call;
  call.name = plain_text(event.name, sizeof event.name);
  call.site = Address(event.site);
  call.time = event.time;
  call.result = event.result;
  const RecordedCallRecord *const next = calls.empty() ? nullptr : &calls.back();
  if (next != nullptr && next->name == call.name && next->site == call.site && next->result == call.result) {
    ++calls.back().times;
  } else if (calls.size() < most_last_calls) {
    calls.push_back(std::move(call));
  }
}

void read_last_calls(const Conversation &talk, ProcessReport &report) {
  RecorderRecord &recorder = *report.recorder;
  if (talk.call.mpidbg_recorded_events == nullptr || talk.call.mpidbg_recorded_free_events == nullptr) return;
  int count = looked_through;
  mpidbg_recorded_event_t *events = nullptr;
  const int code = talk.call.mpidbg_recorded_events(&talk.process, &count, &events);
  note_failure(talk, code, report);
  if (code != MPIDBG_SUCCESS || events == nullptr) return;
  for (int i = std::min(count, looked_through); i-- > 0;) {
    for (RecordedThreadRecord &thread : recorder.threads)
      if (events[i].tid != 0 && thread.tid == events[i].tid) add_last_call(events[i], thread.last_calls);
  }
  talk.call.mpidbg_recorded_free_events(events);
}

void read_collectives(const Conversation &talk, ProcessReport &report) {
  if (talk.call.mpidbg_recorded_collectives == nullptr) return;
  for (const CommunicatorRecord &communicator : report.communicators) {
    std::uint64_t begun = 0;
    const int code = talk.call.mpidbg_recorded_collectives(&talk.process, communicator.handle.value(), &begun);
    note_failure(talk, code, report);
    if (code == MPIDBG_SUCCESS) report.recorder->collectives.emplace(communicator.handle, begun);
  }
}

void read_list(const Conversation &talk, mpidbg_handle_kind_t kind, std::uint32_t flags, ProcessReport &report) {
  int count = 0;
  mpidbg_recorded_t **list = nullptr;
  const int code = talk.call.mpidbg_recorded_list(&talk.process, kind, flags, &count, &list);
  note_failure(talk, code, report);
  if (code != MPIDBG_SUCCESS) return;
  if (is_beyond(count)) report.add_gap("what was recorded is not shown: " + too_many(count));
  for (std::size_t i = 0; list != nullptr && i < bounded(count, table_entries); ++i) {
    RecordedRecord record = to_record(*list[i]);
    // Skips objects whose recorded facts are shown already, because memory still contains the objects.
    const RecordedRecord *shown = report.recorder->find(kind, record.handle);
    const bool same = shown != nullptr && shown->flags == record.flags && shown->ended == record.ended;
    if (!same) report.recorder->unseen.push_back(std::move(record));
  }
  talk.call.mpidbg_recorded_free_list(count, list);
}

}  // namespace

bool read_unseen(const Conversation &talk, mpidbg_handle_kind_t kind, Address handle, ProcessReport &report) {
  if (!find_recorder(talk, report)) return false;
  std::optional<RecordedRecord> record = query(talk, kind, handle, report);
  if (record) report.recorder->unseen.push_back(std::move(*record));
  return record.has_value();
}

void read_recorded(const Conversation &talk, const Questions &questions, ProcessReport &report) {
  if (!find_recorder(talk, report)) return;
  RecorderRecord &recorder = *report.recorder;
  read_threads(talk, report);
  if (questions.channels) {
    read_collectives(talk, report);
    read_last_calls(talk, report);
  }
  const auto add = [&](int kind, Address handle) {
    auto record = query(talk, kind, handle, report);
    if (!record) return;
    // Skips a record about a freed object whose handle the library has reused, as it is not about the object that is
    // shown.
    if (record->has(MPIDBG_RECORDED_FREED) && !record->doubt.empty() && !questions.object) return;
    recorder.objects.emplace(std::pair(kind, handle), std::move(*record));
  };
  if (questions.object) {
    // For an answer about a single object, reads the recorded facts about all communicators and groups, too.
    for (const mpidbg_handle_kind_t kind : {MPIDBG_KIND_COMM, MPIDBG_KIND_GROUP}) {
      for (const Address handle : list_handles(talk, kind).value_or({})) add(kind, handle);
    }
  } else {
    for (const CommunicatorRecord &communicator : report.communicators) add(MPIDBG_KIND_COMM, communicator.handle);
    for (const GroupRecord &group : report.groups) add(MPIDBG_KIND_GROUP, group.handle);
  }
  report.handles.for_each([&](const auto &list) {
    for (const auto &object : list.objects)
      if (!is_predefined(object)) add(kind_of(list).kind, object.handle);
  });
  if (!report.sees_memory && !questions.object) {
    for (const mpidbg_handle_kind_t kind : questions.kinds) read_list(talk, kind, MPIDBG_RECORDED_LIVE, report);
    if (questions.groups) read_list(talk, MPIDBG_KIND_GROUP, MPIDBG_RECORDED_LIVE, report);
  }
  for (const mpidbg_handle_kind_t kind : questions.freed) read_list(talk, kind, MPIDBG_RECORDED_FREED, report);
}

}  // namespace mqs_shim
