// What is read of a recorder's record, from a plugin whose answers the test writes.

#include <doctest/doctest.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <string>
#include <vector>

#include "mpidbg/base/limits.h"
#include "mqs_shim/session/read_recorded.h"
#include "scripted_plugin.h"
#include "tests/contains.h"

using namespace mqs_shim;

namespace {

char *writable(const char *text) {
  return const_cast<char *>(text);
}

// What the functions below answer, and what they were asked.
struct Script {
  std::map<std::string, int> results;  // of functions that fail
  std::map<std::pair<int, mqs_taddr_t>, mpidbg_recorded_t> objects;
  std::vector<mpidbg_recorded_t *> live, freed;
  int listed = -1;  // how many objects a list claims, if not as many as it has
  std::vector<mpidbg_recorded_thread_t> threads;
  int claimed_threads = 0;
  std::vector<mpidbg_recorded_event_t> events;
  int claimed_events = 0;
  std::string asked;  // in short
  int kept = 0;       // results that were not freed yet
} script;

int result_of(const std::string &function) {
  const auto found = script.results.find(function);
  return found == script.results.end() ? static_cast<int>(MPIDBG_SUCCESS) : found->second;
}

mpidbg_recorded_t object(mpidbg_handle_kind_t kind, mqs_taddr_t handle, std::uint32_t flags = MPIDBG_RECORDED_LIVE) {
  mpidbg_recorded_t recorded{};
  recorded.kind = kind;
  recorded.handle = handle;
  recorded.flags = flags;
  recorded.created_by = recorded.call = recorded.freed_by = recorded.name = recorded.last_call = recorded.doubt =
      writable("");
  return recorded;
}

template <class List>
int give(List &list, int claimed, int *count, typename List::value_type **result) {
  *count = claimed;
  *result = list.empty() ? nullptr : list.data();
  script.kept += list.empty() ? 0 : 1;
  return MPIDBG_SUCCESS;
}

fake::ScriptedPlugin &with_recorder(fake::ScriptedPlugin &plugin) {
  script = {};
  PluginFunctions &call = plugin.call;
  call.mpidbg_recorder_query = [](mqs_process *, mpidbg_recorder_info_t *info) {
    info->pid = 4151;
    info->address = 0x70000;
    info->pcontrol_level = 2;
    info->forked_from = 4150;
    info->realtime_offset = -9;
    info->latest = 123;
    std::strcpy(info->library, "Test MPI");
    std::strcpy(info->problem, "full");
    script.asked += "recorder ";
    return result_of("recorder");
  };
  call.mpidbg_recorded_query = [](mqs_process *, mpidbg_handle_kind_t kind, mqs_taddr_t handle,
                                  mpidbg_recorded_t **recorded) {
    script.asked += std::to_string(kind) + ":" + std::to_string(handle) + " ";
    const auto found = script.objects.find({kind, handle});
    if (found == script.objects.end()) return int{MPIDBG_ERR_NOT_FOUND};
    *recorded = &found->second;
    ++script.kept;
    return result_of("query");
  };
  call.mpidbg_recorded_free = [](mpidbg_recorded_t *) { --script.kept; };
  call.mpidbg_recorded_list = [](mqs_process *, mpidbg_handle_kind_t kind, std::uint32_t flags, int *count,
                                 mpidbg_recorded_t ***recorded) {
    script.asked += (flags == MPIDBG_RECORDED_FREED  ? "freed "
                     : flags == MPIDBG_RECORDED_LIVE ? "live "
                                                     : "? ") +
                    std::to_string(kind) + " ";
    auto &list = flags == MPIDBG_RECORDED_LIVE ? script.live : script.freed;
    give(list, script.listed >= 0 ? script.listed : static_cast<int>(list.size()), count, recorded);
    return result_of("list");
  };
  call.mpidbg_recorded_free_list = [](int, mpidbg_recorded_t **list) { script.kept -= list == nullptr ? 0 : 1; };
  call.mpidbg_recorded_threads = [](mqs_process *, int *count, mpidbg_recorded_thread_t **threads) {
    give(script.threads, script.claimed_threads, count, threads);
    return result_of("threads");
  };
  call.mpidbg_recorded_free_threads = [](int, mpidbg_recorded_thread_t *) { --script.kept; };
  call.mpidbg_recorded_collectives = [](mqs_process *, mqs_taddr_t communicator, std::uint64_t *begun) {
    *begun = communicator + 5;
    return result_of("collectives " + std::to_string(communicator));
  };
  call.mpidbg_recorded_events = [](mqs_process *, int *count, mpidbg_recorded_event_t **events) {
    CHECK(*count == 512);
    give(script.events, script.claimed_events, count, events);
    return result_of("events");
  };
  call.mpidbg_recorded_free_events = [](mpidbg_recorded_event_t *) { --script.kept; };
  return plugin;
}

ProcessReport read(fake::ScriptedPlugin &plugin, const Questions &questions = {}, ProcessReport report = {}) {
  read_recorded(plugin.talk, questions, report);
  return report;
}

std::string keys(const ProcessReport &report) {
  std::string text;
  for (const auto &[key, record] : report.recorder->objects) {
    CHECK(record.handle == key.second);
    text += std::to_string(key.first) + ":" + std::to_string(key.second.value()) + " ";
  }
  text += "unseen";
  for (const RecordedRecord &record : report.recorder->unseen) text += " " + std::to_string(record.handle.value());
  return text;
}

}  // namespace

TEST_CASE("the recorder itself, or why its record cannot be read") {
  fake::ScriptedPlugin plugin;
  PluginFunctions &call = with_recorder(plugin).call;
  {
    const ProcessReport report = read(plugin);
    REQUIRE(report.recorder);
    const RecorderRecord &recorder = *report.recorder;
    CHECK((recorder.pid == 4151 && recorder.forked_from == 4150 && recorder.address == Address(0x70000)));
    CHECK((recorder.pcontrol_level == 2 && recorder.realtime_offset == -9 && recorder.latest == 123));
    CHECK((recorder.library == "Test MPI" && recorder.problem == "full" && !recorder.now));
    CHECK((report.record_problem.empty() && !report.incomplete));
    CHECK(script.asked == "recorder ");
    CHECK(contains(read(plugin, {}, report).recorder->library, "Test"));
    CHECK(script.asked == "recorder ");  // it is known
  }
  script.results["recorder"] = MPIDBG_ERR_NOT_FOUND;
  ProcessReport report = read(plugin);
  CHECK((!report.recorder && report.record_problem.empty() && !report.incomplete));
  script.results["recorder"] = MPIDBG_ERR_NOT_SUPPORTED;
  report = read(plugin);
  CHECK_FALSE(report.recorder);
  CHECK(report.record_problem == "the record cannot be read: error 2");
  CHECK(report.warnings == std::vector<std::string>{report.record_problem});
  CHECK(report.incomplete);
  script.asked.clear();
  CHECK_FALSE(read_unseen(plugin.talk, MPIDBG_KIND_COMM, Address(1), report));
  CHECK(script.asked == "recorder ");
  script.results.clear();
  const auto lacks = [&](auto &function) {
    const auto kept = std::exchange(function, nullptr);
    CHECK_FALSE(read(plugin).recorder);
    ProcessReport unseen;
    CHECK_FALSE(read_unseen(plugin.talk, MPIDBG_KIND_COMM, Address(1), unseen));
    function = kept;
  };
  lacks(call.mpidbg_recorder_query);
  lacks(call.mpidbg_recorded_query);
  lacks(call.mpidbg_recorded_list);
  lacks(call.mpidbg_recorded_free);
  lacks(call.mpidbg_recorded_free_list);
  lacks(call.mpidbg_recorded_threads);
  lacks(call.mpidbg_recorded_free_threads);
}

TEST_CASE("everything that was recorded of an object is taken, and what is not known stays open") {
  fake::ScriptedPlugin plugin;
  with_recorder(plugin);
  mpidbg_recorded_t all = object(MPIDBG_KIND_WIN, 0x10, MPIDBG_RECORDED_LIVE | MPIDBG_RECORDED_COUNT_KNOWN);
  all.created_by = writable("MPI_Win_create");
  all.call = writable("MPI_Win_create(size=8)");
  all.created_at = 0x401000;
  all.created = 11;
  all.freed_by = writable("MPI_Win_free");
  all.freed_at = 0x402000;
  all.ended = 12;
  all.parent = {MPIDBG_KIND_COMM, 0x4000};
  all.name = writable("my\twindow");
  all.given = 2;
  all.last_call = writable("MPI_Win_fence");
  all.last_used = 13;
  all.owner = {MPIDBG_KIND_FILE, 0x5000};
  all.datatype = 0x6000;
  all.second_datatype = 0x6100;
  all.op = 0x6200;
  all.buffer = 0x6300;
  all.count = 14, all.peer = 15, all.tag = 16;
  mpidbg_handle_reference_t users[] = {{MPIDBG_KIND_REQUEST, 0x7000}, {MPIDBG_KIND_REQUEST, 0x7100}};
  char *calls[] = {writable("MPI_Put()"), writable("MPI_Get()")};
  mpidbg_recorded_lock_t locks[] = {{3, 1, 0x403000, 17}, {-1, 0, 0x404000, 18}};
  mqs_taddr_t callers[] = {0x405000, 0x406000};
  all.num_users = all.num_calls = all.num_locks = all.num_callers = 2;
  all.users = users, all.calls = calls, all.locks = locks, all.callers = callers;
  all.earlier = 19;
  all.doubt = writable("it is gone");
  all.kept = 1;
  script.objects[{MPIDBG_KIND_WIN, 0x10}] = all;
  ProcessReport report;
  REQUIRE(read_unseen(plugin.talk, MPIDBG_KIND_WIN, Address(0x10), report));
  CHECK(script.kept == 0);
  REQUIRE(report.recorder->unseen.size() == 1);
  const RecordedRecord record = report.recorder->unseen[0];
  CHECK((record.kind == MPIDBG_KIND_WIN && record.flags == all.flags && record.handle == Address(0x10)));
  CHECK((record.created_by == "MPI_Win_create" && record.call == "MPI_Win_create(size=8)"));
  CHECK((record.created_at == Address(0x401000) && record.created == 11));
  CHECK((record.freed_by == "MPI_Win_free" && record.freed_at == Address(0x402000) && record.ended == 12));
  CHECK((record.parent.kind == MPIDBG_KIND_COMM && record.parent.handle == Address(0x4000)));
  CHECK((record.name == "my\twindow" && record.given == 2));
  CHECK((record.last_call == "MPI_Win_fence" && record.last_used == 13));
  CHECK((record.owner.kind == MPIDBG_KIND_FILE && record.owner.handle == Address(0x5000)));
  CHECK((record.datatype == Address(0x6000) && record.second_datatype == Address(0x6100)));
  CHECK((record.op == Address(0x6200) && record.buffer == Address(0x6300)));
  CHECK((record.count == 14 && !record.peer && !record.tag));
  REQUIRE(record.users.size() == 2);
  CHECK(record.users[1].handle == Address(0x7100));
  CHECK(record.calls == std::vector<std::string>{"MPI_Put()", "MPI_Get()"});
  REQUIRE(record.locks.size() == 2);
  CHECK((record.locks[0].target == 3 && record.locks[1].site == 0x404000));
  CHECK(record.callers == std::vector<Address>{Address(0x405000), Address(0x406000)});
  CHECK((record.earlier == 19 && record.doubt == "it is gone" && record.kept && !record.more_datatypes));

  // Numbers alone are not lists; and the two other members that have a flag of their own.
  mpidbg_recorded_t &less = script.objects[{MPIDBG_KIND_WIN, 0x10}];
  less.calls = nullptr, less.locks = nullptr, less.users = nullptr, less.callers = nullptr;
  less.kept = 0, less.more_datatypes = 1;
  less.flags = MPIDBG_RECORDED_PEER_KNOWN;
  REQUIRE(read_unseen(plugin.talk, MPIDBG_KIND_WIN, Address(0x10), report));
  const RecordedRecord second = report.recorder->unseen.at(1);
  CHECK((second.calls.empty() && second.locks.empty() && second.users.empty() && second.callers.empty()));
  CHECK((!second.kept && second.more_datatypes));
  CHECK((!second.count && second.peer == 15 && !second.tag));
  less.flags = MPIDBG_RECORDED_TAG_KNOWN;
  REQUIRE(read_unseen(plugin.talk, MPIDBG_KIND_WIN, Address(0x10), report));
  CHECK((!report.recorder->unseen.at(2).peer && report.recorder->unseen.at(2).tag == 16));

  CHECK_FALSE(read_unseen(plugin.talk, MPIDBG_KIND_WIN, Address(0x20), report));
  CHECK(report.recorder->unseen.size() == 3);
  CHECK(report.warnings.empty());
}

TEST_CASE("the record's threads, and the calls that they made last") {
  fake::ScriptedPlugin plugin;
  PluginFunctions &call = with_recorder(plugin).call;
  script.threads = {{41, 1, 0, writable("MPI_Send"), writable("MPI_Send()"), 0x401000, 5, 6},
                    {42, 0, 1, writable("MPI_Recv"), writable("MPI_Recv()"), 0x402000, 7, 8}};
  script.claimed_threads = 2;
  const auto event = [](const char *name, std::uint64_t tid, mqs_taddr_t site, std::int64_t time, int result = 0) {
    mpidbg_recorded_event_t made{};
    std::strcpy(made.name, name);
    made.tid = tid, made.site = site, made.time = time, made.result = result;
    return made;
  };
  script.events = {event("MPI_Init", 41, 1, 1),    event("MPI_Bcast", 41, 2, 2),  event("MPI_Test", 41, 3, 3),
                   event("MPI_Test", 41, 3, 4),    event("MPI_Test", 41, 3, 5),   event("MPI_Test", 41, 4, 6),
                   event("MPI_Test", 41, 4, 7, 1), event("MPI_Iprobe", 42, 5, 8), event("MPI_Iprobe", 41, 4, 9, 1),
                   event("MPI_Wait", 0, 6, 10),    event("MPI_Wait", 43, 6, 11)};
  script.claimed_events = static_cast<int>(script.events.size());
  const auto calls_of = [](const RecordedThreadRecord &thread) {
    std::string text;
    for (const RecordedCallRecord &made : thread.last_calls)
      text += made.name + " " + std::to_string(made.site.value()) + " at " + std::to_string(made.time) + " = " +
              std::to_string(made.result) + " x" + std::to_string(made.times) + "\n";
    return text;
  };
  ProcessReport report = read(plugin, {.channels = true});
  REQUIRE(report.recorder->threads.size() == 2);
  const RecordedThreadRecord &one = report.recorder->threads[0], &other = report.recorder->threads[1];
  CHECK((one.tid == 41 && one.alive && !one.in_call && one.name == "MPI_Send" && one.call == "MPI_Send()"));
  CHECK((one.site == Address(0x401000) && one.since == 5 && one.calls == 6));
  CHECK((other.tid == 42 && !other.alive && other.in_call && other.name == "MPI_Recv" && other.since == 7));
  CHECK(calls_of(one) ==
        "MPI_Iprobe 4 at 9 = 1 x1\nMPI_Test 4 at 7 = 1 x1\nMPI_Test 4 at 6 = 0 x1\nMPI_Test 3 at 5 = 0 x3\n"
        "MPI_Bcast 2 at 2 = 0 x1\n");  // five, and the first is the sixth
  CHECK(calls_of(other) == "MPI_Iprobe 5 at 8 = 0 x1\n");
  CHECK(script.kept == 0);

  CHECK(read(plugin).recorder->threads.at(0).last_calls.empty());  // not asked for
  script.claimed_events = 0;
  CHECK(read(plugin, {.channels = true}).recorder->threads.at(0).last_calls.empty());
  // More than were asked for are not looked at.
  script.events.assign(512, event("MPI_Test", 41, 3, 1));
  script.claimed_events = 100'000;
  CHECK(calls_of(read(plugin, {.channels = true}).recorder->threads.at(0)) == "MPI_Test 3 at 1 = 0 x512\n");
  script.events.clear();
  CHECK(read(plugin, {.channels = true}).recorder->threads.at(0).last_calls.empty());
  // A thread whose number is not known has none.
  script.threads[0].tid = 0;
  script.events = {event("MPI_Wait", 0, 6, 10)};
  script.claimed_events = 1;
  CHECK(read(plugin, {.channels = true}).recorder->threads.at(0).last_calls.empty());
  script.claimed_threads = -1;
  CHECK(read(plugin).recorder->threads.empty());
  script.threads.clear();
  script.claimed_threads = 2;
  script.kept = 0;
  CHECK(read(plugin).recorder->threads.empty());
  CHECK(script.kept == 0);

  // Failures: of what was not recorded nothing is missing.
  for (const char *function : {"threads", "events"}) {
    with_recorder(plugin);
    script.results[function] = MPIDBG_ERR_NOT_FOUND;
    CHECK_FALSE(read(plugin, {.channels = true}).incomplete);
    script.results[function] = MPIDBG_ERR_NOT_SUPPORTED;
    CHECK_FALSE(read(plugin, {.channels = true}).incomplete);
    script.results[function] = MPIDBG_ERR_UNAVAILABLE;
    report = read(plugin, {.channels = true});
    CHECK(report.record_problem == "not all that was recorded can be shown: error 4");
    CHECK(report.warnings == std::vector<std::string>{report.record_problem});
  }
  // What a failing function has written is no list.
  script.results = {{"threads", MPIDBG_ERR_UNAVAILABLE}, {"events", MPIDBG_ERR_NO_MEM}};
  script.threads.resize(1);
  script.threads[0].name = script.threads[0].call = writable("");
  script.claimed_threads = 1;
  report = read(plugin, {.channels = true});
  CHECK(report.recorder->threads.empty());
  CHECK(report.record_problem == "not all that was recorded can be shown: error 4");  // the first
  CHECK(report.warnings.size() == 2);

  with_recorder(plugin);
  call.mpidbg_recorded_events = nullptr;
  CHECK(read(plugin, {.channels = true}).recorder);
  with_recorder(plugin);
  call.mpidbg_recorded_free_events = nullptr;
  CHECK(read(plugin, {.channels = true}).recorder);
}

TEST_CASE("collective operations that were begun on each communicator, where they are counted") {
  fake::ScriptedPlugin plugin;
  with_recorder(plugin);
  ProcessReport report;
  report.communicators.resize(3);
  for (std::size_t i = 0; i < 3; ++i) report.communicators[i].handle = Address(100 + i);
  script.results = {{"collectives 101", MPIDBG_ERR_NOT_FOUND}, {"collectives 102", MPIDBG_ERR_UNAVAILABLE}};
  CHECK(read(plugin, {}, report).recorder->collectives.empty());
  const ProcessReport counted = read(plugin, {.channels = true}, report);
  CHECK(counted.recorder->collectives == std::map<Address, std::uint64_t>{{Address(100), 105}});
  CHECK(counted.warnings == std::vector<std::string>{"not all that was recorded can be shown: error 4"});
  plugin.call.mpidbg_recorded_collectives = nullptr;
  CHECK(read(plugin, {.channels = true}, report).recorder->collectives.empty());
}

TEST_CASE("the record is asked for what the report shows, for freed objects, and for live ones that memory hides") {
  fake::ScriptedPlugin plugin;
  with_recorder(plugin);
  const auto has = [](mpidbg_handle_kind_t kind, mqs_taddr_t handle, std::uint32_t flags, const char *doubt = "") {
    mpidbg_recorded_t one = object(kind, handle, flags);
    one.doubt = writable(doubt);
    script.objects[{kind, handle}] = one;
  };
  has(MPIDBG_KIND_COMM, 1, MPIDBG_RECORDED_LIVE);
  has(MPIDBG_KIND_COMM, 2, MPIDBG_RECORDED_FREED);
  has(MPIDBG_KIND_COMM, 3, MPIDBG_RECORDED_FREED, "its handle is in use again");
  has(MPIDBG_KIND_COMM, 4, MPIDBG_RECORDED_LIVE, "it is not in memory");
  has(MPIDBG_KIND_GROUP, 5, MPIDBG_RECORDED_LIVE);
  has(MPIDBG_KIND_OP, 6, MPIDBG_RECORDED_LIVE);
  has(MPIDBG_KIND_OP, 7, MPIDBG_RECORDED_LIVE);
  ProcessReport report;
  report.communicators.resize(5);
  for (std::size_t i = 0; i < 4; ++i) report.communicators[i].handle = Address(i + 1);
  report.communicators[4].handle = Address(99);  // nothing is known of it
  report.groups.resize(1);
  report.groups[0].handle = Address(5);
  report.handles.ops.objects.resize(2);
  report.handles.ops.objects[0].handle = Address(6);
  report.handles.ops.objects[0].flags = predefined_flag;
  report.handles.ops.objects[1].handle = Address(7);
  Questions questions{.kinds = {MPIDBG_KIND_OP, MPIDBG_KIND_WIN}};
  CHECK(keys(read(plugin, questions, report)) == "0:1 0:2 0:4 1:5 8:7 unseen");
  CHECK(script.kept == 0);
  CHECK(script.asked == "recorder 0:1 0:2 0:3 0:4 0:99 1:5 8:7 ");

  // Freed objects, but those that are shown anyway: the same one, with the same end.
  mpidbg_recorded_t shown = script.objects.at({MPIDBG_KIND_OP, 7});
  mpidbg_recorded_t ended = shown, earlier = shown, elsewhere = object(MPIDBG_KIND_OP, 8, MPIDBG_RECORDED_FREED);
  ended.ended = 1;
  earlier.flags = MPIDBG_RECORDED_FREED;
  script.freed = {&shown, &ended, &earlier, &elsewhere};
  questions.freed = {MPIDBG_KIND_OP};
  script.asked.clear();
  CHECK(keys(read(plugin, questions, report)) == "0:1 0:2 0:4 1:5 8:7 unseen 7 7 8");
  CHECK(contains(script.asked, " freed 8 "));
  CHECK_FALSE(contains(script.asked, "live"));
  CHECK(script.kept == 0);

  // Live ones as well where the library's memory is not understood, groups if they are asked for.
  report.sees_memory = false;
  questions.freed.clear();
  script.live = {&elsewhere};
  script.asked.clear();
  CHECK(keys(read(plugin, questions, report)) == "0:1 0:2 0:4 1:5 8:7 unseen 8 8");
  CHECK(contains(script.asked, " live 8 live 9 "));
  CHECK_FALSE(contains(script.asked, "live 1 "));
  questions.groups = true;
  CHECK(keys(read(plugin, questions, report)) == "0:1 0:2 0:4 1:5 8:7 unseen 8 8 8");
  CHECK(contains(script.asked, " live 1 "));

  // Lists that fail, or claim an implausible number, or nothing.
  questions = {.kinds = {MPIDBG_KIND_WIN}};
  script.results["list"] = MPIDBG_ERR_NOT_FOUND;
  script.kept = 0;
  CHECK(keys(read(plugin, questions, report)) == "0:1 0:2 0:4 1:5 8:7 unseen");
  script.results.clear();
  script.listed = mpidbg::limits::table_entries + 1;
  const ProcessReport beyond = read(plugin, questions, report);
  CHECK(beyond.recorder->unseen.empty());
  CHECK(beyond.warnings == std::vector<std::string>{"what was recorded is not shown: the plugin claims 4194305 "
                                                    "objects, the limit is 4194304"});
  script.live.clear();
  script.listed = 3;
  CHECK(read(plugin, questions, report).recorder->unseen.empty());
}

TEST_CASE("with one object comes what was recorded of all communicators and groups, also of those that are gone") {
  fake::ScriptedPlugin plugin;
  with_recorder(plugin);
  plugin.call.mpidbg_list = [](mqs_process *, mpidbg_handle_kind_t kind, int *count, mqs_taddr_t **handles) {
    *count = 2;
    *handles = static_cast<mqs_taddr_t *>(basic_callbacks().mqs_malloc_fp(2 * sizeof **handles));
    for (unsigned i = 0; i < 2; ++i) (*handles)[i] = 10u * (kind + 1u) + i;
    return int{MPIDBG_SUCCESS};
  };
  mpidbg_recorded_t gone = object(MPIDBG_KIND_COMM, 11, MPIDBG_RECORDED_FREED);
  gone.doubt = writable("its handle is in use again");
  script.objects[{MPIDBG_KIND_COMM, 11}] = gone;
  script.objects[{MPIDBG_KIND_GROUP, 20}] = object(MPIDBG_KIND_GROUP, 20);
  ProcessReport report;
  report.sees_memory = false;
  report.communicators.resize(1);
  report.communicators[0].handle = Address(77);
  Questions questions{.kinds = {MPIDBG_KIND_WIN}};
  questions.object = Questions::Object{MPIDBG_KIND_COMM, "11"};
  CHECK(keys(read(plugin, questions, report)) == "0:11 1:20 unseen");
  CHECK(script.asked == "recorder 0:10 0:11 1:20 1:21 ");
}
