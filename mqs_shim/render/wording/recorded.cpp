#include "mqs_shim/render/wording/recorded.h"

#include <array>
#include <cstdio>
#include <ctime>

#include "mqs_shim/render/terms/object_terms.h"
#include "mqs_shim/render/terms/time_terms.h"
#include "mqs_shim/render/wording/handles/objects.h"

namespace mqs_shim {

namespace {

std::string time_of_day(std::int64_t realtime) {
  const std::time_t seconds = static_cast<std::time_t>(realtime / 1'000'000'000);
  std::tm parts{};
  if (realtime < 0 || gmtime_r(&seconds, &parts) == nullptr) return {};
  std::array<char, 64> text{};
  const std::size_t length = std::strftime(text.data(), text.size(), "%F %T", &parts);
  std::snprintf(text.data() + length, text.size() - length, ".%03d UTC", static_cast<int>(realtime / 1'000'000 % 1000));
  return text.data();
}

std::optional<std::int64_t> age(const RecorderRecord &recorder, std::int64_t time) {
  if (!recorder.now || time <= 0 || time > *recorder.now) return std::nullopt;
  return *recorder.now - time;
}

void append(std::string &text, const std::string &more) {
  if (!more.empty()) text += ' ' + more;
}

// Returns a text such as "by MPI_Comm_free at main, 3.2 s ago (recorder)" about a call that created or freed an object.
std::string deed(const ProcessReport &report, const std::string &call, Address site, std::int64_t time) {
  std::string text = "by " + printable(call);
  append(text, site_text(report, site));
  if (const std::string when = time_text(*report.recorder, time); !when.empty()) text += ", " + when;
  return text + " (recorder)";
}

std::string number_with(std::size_t number, const char *one, const char *many) {
  return std::to_string(number) + ' ' + (number == 1 ? one : many);
}

void write_uses(BlockOutput &output, const ProcessReport &report, const RecordedRecord &record) {
  if (!record.users.empty()) write_property(output, "used by " + reference_list(report, record.users) + " (recorder)");
  for (const std::string &call : record.calls)
    write_property(output, "used by " + printable(call) + ", in progress (recorder)");
}

// Writes the name that the recorder has noted. It is left out for live objects whose name is shown anyway: from memory
// or, for communicators, in the heading.
void write_name(BlockOutput &output, const ProcessReport &report, const RecordedRecord &record) {
  const bool is_file = record.kind == MPIDBG_KIND_FILE;
  const bool is_shown = report.sees_memory || record.kind == MPIDBG_KIND_COMM;
  if (!is_file && is_shown && record.has(MPIDBG_RECORDED_LIVE)) return;
  write_property(output, (is_file ? "opened as \"" : "named \"") + printable(record.name) + "\" (recorder)");
}

void write_lines(BlockOutput &output, const ProcessReport &report, const RecordedRecord &record, bool full) {
  if (record.created_by.empty()) return;
  const bool persistent = record.has(MPIDBG_RECORDED_PERSISTENT);
  if (!record.doubt.empty()) write_problem(output, "contradiction: " + printable(record.doubt) + " (recorder's is:)");
  write_property(output, "created " + deed(report, record.call, record.created_at, persistent ? 0 : record.created));
  if (persistent && record.has(MPIDBG_RECORDED_ACTIVE))
    write_property(output, "started " + time_text(*report.recorder, record.created) + " (recorder)");
  if (!record.name.empty()) write_name(output, report, record);
  for (const mpidbg_recorded_lock_t &lock : record.locks) {
    std::string text = lock.exclusive != 0 ? "exclusive lock" : "shared lock";
    text += lock.target < 0 ? " on all" : " on " + std::to_string(lock.target);
    append(text, site_text(report, Address(lock.site)));
    if (const std::string when = time_text(*report.recorder, lock.time); !when.empty()) text += ", " + when;
    write_property(output, text + " (recorder)");
  }
  if (!record.last_call.empty())
    write_property(output, "last synchronised " + deed(report, record.last_call, Address{}, record.last_used));
  if (record.has(MPIDBG_RECORDED_FREED)) {
    write_property(output, "freed " + deed(report, record.freed_by, record.freed_at, record.ended));
  } else if (record.has(MPIDBG_RECORDED_REPLACED)) {
    write_property(output, "ended unseen: the library gave the handle to a later object (recorder)");
  } else if (record.has(MPIDBG_RECORDED_COMPLETED) && !record.has(MPIDBG_RECORDED_LIVE)) {
    const std::string when = time_text(*report.recorder, record.ended);
    write_property(output, "completed by a wait or test" + (when.empty() ? "" : ", " + when) + " (recorder)");
  }
  if (record.has(MPIDBG_RECORDED_CANCELLED)) write_property(output, "MPI_Cancel was called (recorder)");
  if (!full) return;
  if (!record.callers.empty()) {
    std::string text;
    for (const Address caller : record.callers)
      text += (text.empty() ? "" : ", ") + site_text(report, caller).substr(3);
    write_property(output, "called from " + text + " (recorder)");
  }
  if (record.kept) write_property(output, "kept as it was when it was freed (recorder)");
  if (!record.second_datatype.is_null())
    write_property(output, "and with datatype " + hex_text(record.second_datatype) + " (recorder)");
  if (record.more_datatypes) write_property(output, "and with datatypes that were not recorded (recorder)");
  if (record.given > 1)
    write_property(output, "given to the program " + std::to_string(record.given) + " times (recorder)");
  write_uses(output, report, record);
  if (record.earlier != 0)
    write_property(output, "the handle was that of " + number_with(record.earlier, "other object", "other objects") +
                               " before or since (recorder)");
  const RecorderRecord &recorder = *report.recorder;
  if (recorder.forked_from != 0)
    write_property(output, "this process is a fork of " + std::to_string(recorder.forked_from) +
                               ", which recorded all until then (recorder)");
  if (!recorder.problem.empty()) write_problem(output, "not all is recorded: " + printable(recorder.problem));
}

std::string_view state_of_unseen(const RecordedRecord &record) {
  if (record.has(MPIDBG_RECORDED_FREED)) return "freed by the application (recorder)";
  if (!record.has(MPIDBG_RECORDED_LIVE))
    return record.has(MPIDBG_RECORDED_COMPLETED) ? "completed (recorder)" : "ended (recorder)";
  const bool active = record.has(MPIDBG_RECORDED_ACTIVE);
  if (record.has(MPIDBG_RECORDED_PERSISTENT)) return active ? "active (persistent)" : "inactive (persistent)";
  return active ? "not waited for" : "";
}

}  // namespace

std::string time_text(const RecorderRecord &recorder, std::int64_t time) {
  if (time <= 0) return {};
  if (const auto since = age(recorder, time)) return duration_text(*since) + " ago";
  std::int64_t realtime = 0;
  if (__builtin_add_overflow(recorder.realtime_offset, time, &realtime)) return {};
  const std::string text = time_of_day(realtime);
  return text.empty() ? text : "at " + text;
}

std::string site_text(const ProcessReport &report, Address site) {
  if (site.is_null()) return {};
  const auto name = report.function_names.find(site - 1);
  return "at " + (name == report.function_names.end() ? hex_text(site) : printable(name->second));
}

void write_recorded(BlockOutput &output, const ProcessReport &report, int kind, Address handle, bool full) {
  if (!report.recorder) return;
  const RecordedRecord *record = report.recorder->find(kind, handle);
  if (record != nullptr) write_lines(output, report, *record, full);
}

void write_recorder_limit(BlockOutput &output, const ProcessReport &report) {
  if (const std::string limit = recorder_limit(report); !limit.empty()) write_problem(output, "cannot see: " + limit);
}

std::size_t write_unseen(BlockOutput &output, const ProcessReport &report, int kind, bool full) {
  if (!report.recorder) return 0;
  std::size_t count = 0;
  for (const RecordedRecord &record : report.recorder->unseen) {
    if (record.kind != kind) continue;
    ++count;
    Block block = object_block(std::string(kind_term(kind)) + ' ' + hex_text(record.handle));
    if (const std::string_view state = state_of_unseen(record); !state.empty()) block.cells.add(state);
    const OpenBlock open(output, block);
    write_lines(output, report, record, full);
  }
  return count;
}

std::string recorded_call_text(const ProcessReport &report, const RecordedThreadRecord &thread,
                               const std::string &site) {
  std::string text = printable(thread.call);
  append(text, site.empty() ? site_text(report, thread.site) : site);
  if (const auto since = age(*report.recorder, thread.since)) {
    text += " for " + duration_text(*since);
  } else if (const std::string when = time_text(*report.recorder, thread.since); !when.empty()) {
    text += " since " + when.substr(3);
  }
  return text + " (recorder)";
}

}  // namespace mqs_shim
