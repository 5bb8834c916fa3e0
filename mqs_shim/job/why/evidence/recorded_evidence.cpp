#include "mqs_shim/job/why/evidence/recorded_evidence.h"

#include <algorithm>

#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/base/whole_number.h"

namespace mqs_shim::why {

namespace {

template <class Number>
std::optional<Number> number_of(const std::string &call, const char *name) {
  return mpidbg::whole_number<Number>(argument_of(call, name));
}

// Returns the index of the only communicator for which `is` is true, or -1 if there are several or none.
template <class Is>
std::int32_t only_communicator(const Evidence &evidence, Is &&is) {
  std::int32_t found = -1;
  for (std::size_t i = 0; i < evidence.communicators.size(); ++i) {
    if (!is(evidence.communicators[i])) continue;
    if (found >= 0) return -1;
    found = static_cast<std::int32_t>(i);
  }
  return found;
}

// Returns the index of the communicator that was passed to a recorded call. The recorder lists, for each handle of a
// communicator, the calls to which it was passed. The text of a call contains the communicator's name or its address. A
// name that the program chose is in quotes and may not be unique.
std::int32_t communicator_of(const std::string &call, const RecorderRecord &recorder, const Evidence &evidence) {
  const std::int32_t by_handle = only_communicator(evidence, [&](const Communicator &one) {
    const RecordedRecord *const record = recorder.find(MPIDBG_KIND_COMM, one.handle);
    return record != nullptr && std::find(record->calls.begin(), record->calls.end(), call) != record->calls.end();
  });
  if (by_handle >= 0) return by_handle;
  const std::string text = argument_of(call, "comm");
  return only_communicator(evidence, [&](const Communicator &one) {
    const bool is_named = !one.name.empty() && (text == one.name || text == '"' + one.name + '"');
    return !text.empty() && (is_named || mpidbg::hex(one.handle) == text);
  });
}

void add_arguments(const std::string &call, const RecorderRecord &recorder, const Evidence &evidence,
                   Collective &collective) {
  const std::int32_t communicator = communicator_of(call, recorder, evidence);
  if (communicator >= 0 && (collective.communicator < 0 || collective.communicator_inferred)) {
    collective.communicator = communicator;
    collective.communicator_inferred = false;
  }
  collective.root = number_of<std::int32_t>(call, "root");
  collective.count = number_of<std::int64_t>(call, "count");
  collective.op = argument_of(call, "op");
  collective.datatype = argument_of(call, "datatype");
}

LastCall to_call(const RecordedCallRecord &recorded, const ProcessReport &report) {
  LastCall call{recorded.name, {}, {}, recorded.times, recorded.result != 0};
  call.site.function = recorded.function;
  call.site.file = recorded.file;
  call.site.line = recorded.line;
  const auto name = report.function_names.find(recorded.site - 1);
  if (call.site.function.empty() && name != report.function_names.end()) call.site.function = name->second;
  if (report.recorder->now && recorded.time > 0)
    call.nanoseconds_ago = std::max<std::int64_t>(0, *report.recorder->now - recorded.time);
  return call;
}

// Sets Collective::sequence for the current collective of each thread. It is the last collective that the process has
// begun on the communicator, provided that no other thread is in a collective there.
void number_collectives(Evidence &evidence) {
  for (Thread &thread : evidence.threads) {
    if (!thread.collective || !thread.call_is_recorded()) continue;
    const std::int32_t communicator = thread.collective->communicator;
    const auto in_it = std::count_if(evidence.threads.begin(), evidence.threads.end(), [&](const Thread &other) {
      return other.collective && other.collective->communicator == communicator;
    });
    if (communicator < 0 || in_it != 1) continue;
    thread.collective->sequence = evidence.communicators[static_cast<std::size_t>(communicator)].collectives;
  }
}

}  // namespace

std::string argument_of(const std::string &call, const std::string &name) {
  const std::string mark = name + "=";
  for (std::size_t at = call.find(mark); at != std::string::npos; at = call.find(mark, at + 1)) {
    if (at == 0 || (call[at - 1] != '(' && call[at - 1] != ' ')) continue;
    const std::size_t begin = at + mark.size();
    return call.substr(begin, std::min(call.find(", ", begin), call.find(')', begin)) - begin);
  }
  return {};
}

void add_recorded(const ProcessReport &report, Evidence &evidence) {
  if (!report.recorder) return;
  const RecorderRecord &recorder = *report.recorder;
  for (Communicator &communicator : evidence.communicators) {
    const auto counted = recorder.collectives.find(communicator.handle);
    if (counted != recorder.collectives.end() && counted->second <= INT64_MAX)
      communicator.collectives = static_cast<std::int64_t>(counted->second);
  }
  for (const RecordedThreadRecord &recorded : recorder.threads) {
    evidence.progress_counters.push_back(recorded.calls);
    for (Thread &thread : evidence.threads) {
      if (thread.tid != recorded.tid) continue;
      RecordedCalls &calls = thread.recorded.emplace();
      for (const RecordedCallRecord &call : recorded.last_calls) calls.last_calls.push_back(to_call(call, report));
      if (!recorded.in_call || recorded.name != thread.call) continue;
      calls.call = recorded.call;
      if (recorder.now && recorded.since != 0)
        calls.nanoseconds = std::max<std::int64_t>(0, *recorder.now - recorded.since);
      if (thread.collective) add_arguments(recorded.call, recorder, evidence, *thread.collective);
    }
  }
  number_collectives(evidence);
}

}  // namespace mqs_shim::why
