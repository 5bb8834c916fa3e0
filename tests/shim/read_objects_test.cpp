// Objects by kind, and what memory has at hand of them, from a plugin whose answers the test writes.

#include "mqs_shim/session/read_objects.h"

#include <doctest/doctest.h>

#include <cstring>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "mpidbg/base/limits.h"
#include "mqs_shim/session/read_keyvals.h"
#include "scripted_plugin.h"

using namespace mqs_shim;

namespace {

template <class T>
T *zeroed(std::size_t count = 1) {
  void *const memory = basic_callbacks().mqs_malloc_fp(count * sizeof(T));
  std::memset(memory, 0, count * sizeof(T));
  return static_cast<T *>(memory);
}

// What the functions below answer. Each kind has the same handles. The object of 0xbad is being made, and that of
// 0xdead does not exist.
struct Script {
  std::vector<mqs_taddr_t> handles;
  int listed = MPIDBG_SUCCESS;
  std::map<int, std::string> problems;  // by kind
  std::string problem_of_read;          // which appears when an object is read
  bool gives_nothing = false;
  int keyvals = 0;
  int result = MPIDBG_SUCCESS;
  std::vector<mqs_taddr_t> asked;
} script;

constexpr std::size_t longest_info = 8192;

fake::ScriptedPlugin &with_objects(fake::ScriptedPlugin &plugin) {
  script = {};
  PluginFunctions &call = plugin.call;
  call.mpidbg_query = [](mqs_process *, mpidbg_handle_kind_t kind, mqs_taddr_t handle, void **info) {
    script.asked.push_back(handle);
    if (handle == 0xbad) return int{MPIDBG_ERR_BEING_MADE};
    if (handle == 0xdead) return int{MPIDBG_ERR_NOT_FOUND};
    if (!script.problem_of_read.empty()) script.problems[kind] = script.problem_of_read;
    if (script.gives_nothing) return int{MPIDBG_SUCCESS};
    *info = zeroed<char>(longest_info);
    if (kind == MPIDBG_KIND_COMM)
      static_cast<mpidbg_comm_info_t *>(*info)->comm_bitflags =
          handle == 0xc0 ? MPIDBG_COMM_INFO_COMM_NULL : MPIDBG_COMM_INFO_PREDEFINED;
    if (kind == MPIDBG_KIND_REQUEST) static_cast<mpidbg_request_info_t *>(*info)->req_record = handle + 0x1000;
    return int{MPIDBG_SUCCESS};
  };
  call.mpidbg_list = [](mqs_process *, mpidbg_handle_kind_t, int *count, mqs_taddr_t **handles) {
    if (script.listed != MPIDBG_SUCCESS) return script.listed;
    *count = static_cast<int>(script.handles.size());
    *handles = zeroed<mqs_taddr_t>(script.handles.size() + 1);
    std::copy(script.handles.begin(), script.handles.end(), *handles);
    return int{MPIDBG_SUCCESS};
  };
  call.mpidbg_free = [](void *info, mpidbg_handle_kind_t) { basic_callbacks().mqs_free_fp(info); };
  call.mpidbg_kind_problem = [](mqs_process *, mpidbg_handle_kind_t kind) { return script.problems[kind].c_str(); };
  call.mpidbg_capabilities = [](mqs_process *, mpidbg_handle_kind_t kind) { return 64 + static_cast<int>(kind); };
  call.mpidbg_keyval_list = [](mqs_process *, int *count, mpidbg_keyval_info_t **keyvals) {
    *count = script.keyvals;
    *keyvals = script.keyvals == 0 ? nullptr : zeroed<mpidbg_keyval_info_t>(2);
    for (int i = 0; i < 2 && *keyvals != nullptr; ++i) {
      (*keyvals)[i].keyval = 7 + i;
      (*keyvals)[i].kind = MPIDBG_KIND_WIN;
      (*keyvals)[i].language = MPIDBG_LANGUAGE_FORTRAN;
      (*keyvals)[i].integer_kind = 2 * i;
      (*keyvals)[i].reference_count = 3;
      (*keyvals)[i].copy_function = 0x401000;
      (*keyvals)[i].delete_function = 0x402000;
      (*keyvals)[i].extra_state = -5;
    }
    return script.result;
  };
  return plugin;
}

template <class Record>
std::vector<std::uint64_t> handles_of(const std::vector<Record> &records) {
  std::vector<std::uint64_t> handles;
  handles.reserve(records.size());
  for (const Record &record : records) handles.push_back(record.handle.value());
  return handles;
}

using Handles = std::vector<std::uint64_t>;

}  // namespace

TEST_CASE("lists of the kinds that are asked for, with why they are not complete") {
  fake::ScriptedPlugin plugin;
  PluginFunctions &call = with_objects(plugin).call;
  const std::uint64_t live = live_allocation_count();
  HandleLists lists;
  const auto read = [&](const std::set<mpidbg_handle_kind_t> &kinds) {
    lists = {};
    read_objects(plugin.talk, kinds, lists);
    CHECK(live_allocation_count() == live);
    return lists.requests.problem;
  };
  const std::set<mpidbg_handle_kind_t> requests = {MPIDBG_KIND_REQUEST};
  script.handles = {0x10, 0x20};
  CHECK(read(requests) == "");
  CHECK(handles_of(lists.requests.objects) == Handles{0x10, 0x20});
  CHECK(lists.requests.objects[1].record == Address(0x1020));
  CHECK(lists.requests.objects[1].capabilities == 64 + MPIDBG_KIND_REQUEST);
  CHECK((lists.requests.asked && !lists.windows.asked && lists.windows.objects.empty()));

  script.handles = {0xbad, 0x10};
  CHECK(read(requests) == "");
  CHECK(handles_of(lists.requests.objects) == Handles{0x10});
  script.handles = {0xdead, 0x10};
  CHECK(read(requests) == "error 1");
  CHECK(handles_of(lists.requests.objects) == Handles{0x10});
  script.problems[MPIDBG_KIND_REQUEST] = "not searched for";
  CHECK(read(requests) == "not searched for");
  script.problems.clear();
  script.problem_of_read = "values are missing";
  script.handles = {0x10};
  CHECK(read(requests) == "values are missing");
  with_objects(plugin);
  script.gives_nothing = true;
  script.handles = {0x10};
  CHECK(read(requests) == "the plugin's query succeeded without a result");
  CHECK(lists.requests.objects.empty());
  with_objects(plugin);
  script.listed = MPIDBG_ERR_UNAVAILABLE;
  CHECK(list_handles(plugin.talk, MPIDBG_KIND_OP).error().code == ErrorCode::unavailable);
  CHECK(read(requests) == "error 4");
  script.listed = MPIDBG_SUCCESS;

  // Sessions are among all kinds only where the library has them.
  script.handles = {0x10};
  read({MPIDBG_KIND_REQUEST, MPIDBG_KIND_SESSION});
  CHECK((lists.sessions.asked && lists.sessions.objects.size() == 1));
  call.mpidbg_list = [](mqs_process *, mpidbg_handle_kind_t, int *, mqs_taddr_t **) {
    return int{MPIDBG_ERR_NOT_SUPPORTED};
  };
  read({MPIDBG_KIND_REQUEST, MPIDBG_KIND_SESSION});
  CHECK((lists.requests.asked && !lists.sessions.asked));
  read({MPIDBG_KIND_SESSION});
  CHECK(lists.sessions.problem == "error 2");

  with_objects(plugin);
  script.handles = {0x10};
  call.mpidbg_capabilities = nullptr;
  call.mpidbg_kind_problem = nullptr;
  CHECK(read(requests) == "");
  CHECK(lists.requests.objects.at(0).capabilities == 0);
  const auto lacks = [&](auto &function) {
    const auto kept = std::exchange(function, nullptr);
    CHECK(read(requests) == "the plugin " + plugin_path("extended") + " answers no queries of requests");
    CHECK(lists.requests.asked);
    function = kept;
  };
  lacks(call.mpidbg_query);
  lacks(call.mpidbg_list);
  lacks(call.mpidbg_free);
  plugin.talk.handles_ready = false;
  CHECK(read(requests) == "the plugin could not be set up for queries of handles");
  read({MPIDBG_KIND_REQUEST, MPIDBG_KIND_SESSION});
  CHECK_FALSE(lists.sessions.asked);
}

TEST_CASE("one object goes into the list of its kind, once, or is refused") {
  fake::ScriptedPlugin plugin;
  PluginFunctions &call = with_objects(plugin).call;
  ProcessReport report;
  const auto read = [&](mpidbg_handle_kind_t kind, mqs_taddr_t handle = 0x10) {
    const Status status = read_object(plugin.talk, kind, Address(handle), report);
    return status ? "" : status.error().message;
  };
  for (int i = 0; i < 2; ++i) {
    CHECK(read(MPIDBG_KIND_COMM) == "");
    CHECK(read(MPIDBG_KIND_GROUP) == "");
    CHECK(read(MPIDBG_KIND_WIN) == "");
  }
  CHECK(script.asked == std::vector<mqs_taddr_t>{0x10, 0x10, 0x10});
  CHECK(handles_of(report.communicators) == Handles{0x10});
  CHECK(handles_of(report.groups) == Handles{0x10});
  CHECK(handles_of(report.handles.windows.objects) == Handles{0x10});
  CHECK((report.handles.windows.asked && !report.handles.ops.asked));
  CHECK_FALSE(report.shown_status);
  CHECK(read(MPIDBG_KIND_STATUS) == "");
  CHECK(report.shown_status);
  CHECK(read(MPIDBG_KIND_OP, 0xdead) == "error 1");
  CHECK(report.handles.ops.objects.empty());
  CHECK(read(MPIDBG_KIND_MAX) == "no such kind of handle");
  const std::string none = "the plugin " + plugin_path("extended") + " answers no queries of handles";
  plugin.talk.handles_ready = false;
  CHECK(read(MPIDBG_KIND_OP) == none);
  plugin.talk.handles_ready = true;
  const auto lacks = [&](auto &function) {
    const auto kept = std::exchange(function, nullptr);
    CHECK(read(MPIDBG_KIND_OP) == none);
    function = kept;
  };
  lacks(call.mpidbg_free);
  lacks(call.mpidbg_query);
  lacks(call.mpidbg_list);

  read_requests(plugin.talk, {Address(0x10), Address(), Address(0xdead), Address(0x20), Address(0x10)}, report.handles);
  CHECK(handles_of(report.handles.requests.objects) == Handles{0x10, 0x20});
}

TEST_CASE("objects are shown with the communicators that they belong to, in full also with those that use them") {
  fake::ScriptedPlugin plugin;
  with_objects(plugin);
  ProcessReport report;
  report.communicators.resize(1);
  report.communicators[0].handle = Address(0xa0);
  report.handles.windows.objects.resize(2);
  report.handles.windows.objects[0].communicator = Address(0xb0);
  report.handles.windows.objects[1].communicator = Address(0xb0);
  report.handles.files.objects.resize(1);
  report.handles.files.objects[0].communicator = Address(0xa0);
  report.handles.requests.objects.resize(2);
  report.handles.requests.objects[0].communicator = Address(0xdead);
  report.handles.requests.objects[1].communicator = Address(0xc0);  // MPI_COMM_NULL
  report.handles.errhandlers.objects.resize(1);
  report.handles.errhandlers.objects[0].users = {{MPIDBG_KIND_WIN, Address(0xe0)}, {MPIDBG_KIND_COMM, Address(0xd0)}};
  report.groups.resize(1);
  report.groups[0].communicators = {Address(0xf0), Address(0xb0)};
  ProcessReport full = report;
  read_named_communicators(plugin.talk, false, report);
  CHECK(handles_of(report.communicators) == Handles{0xa0, 0xb0});
  CHECK(report.warnings == std::vector<std::string>{"cannot show the communicator at 0xdead, because its data in the "
                                                    "process's memory cannot be interpreted: error 1"});
  read_named_communicators(plugin.talk, true, full);
  CHECK(handles_of(full.communicators) == Handles{0xa0, 0xd0, 0xb0, 0xf0});
}

TEST_CASE("what arrays in memory may have in them, as far as they can be read") {
  for (const unsigned width : {4u, 8u}) {
    CAPTURE(width);
    fake::ScriptedPlugin plugin(width, ByteOrder::big);
    // Three pages, of which the last is the end of what can be read.
    plugin.target.add_region(0x10000, 3 * 4096);
    const auto put = [&](std::uint64_t at, std::uint64_t value) { plugin.target.write_number(at, value, width); };
    put(0x10000, 0x5000);
    put(0x10000 + width, 0x5001);  // not the address of an object
    put(0x10ff8, 0x6000);
    put(0x11000, 0x7000);
    put(0x12ff8, 0x8000);
    std::vector<Address> found = {Address(1)};
    add_elements(plugin.talk, {Address(), Address(0x10001), Address(0x10000), Address(0x90000)}, found);
    // 1,024 elements: with narrow ones, the first page.
    std::vector<Address> expected = {Address(1), Address(0x5000), Address(0x6000)};
    if (width == 8) expected.emplace_back(0x7000);
    CHECK(found == expected);
    found.clear();
    add_elements(plugin.talk, {Address(0x10ff8)}, found);
    CHECK(found == std::vector<Address>{Address(0x6000), Address(0x7000)});
    found.clear();
    add_elements(plugin.talk, {Address(0x12ff8)}, found);
    CHECK(found == std::vector<Address>{Address(0x8000)});

    const std::vector<Address> records = {Address(0x5001), Address(0x7000), Address(0x8000)};
    CHECK(records_in_array(plugin.talk, Address(0x10000), records) == records);
    CHECK(records_in_array(plugin.talk, Address(0x10ff8), records) ==
          std::vector<Address>{Address(0x7000), Address(0x8000)});
    CHECK(records_in_array(plugin.talk, Address(0x10002), records).empty());
    CHECK(records_in_array(plugin.talk, Address(), records).empty());
    CHECK(records_in_array(plugin.talk, Address(0x13000), records).empty());
  }
}

TEST_CASE("an array of records is looked at for sixteen pages") {
  fake::ScriptedPlugin plugin;
  plugin.target.add_region(0x10000, 18 * 4096);
  plugin.target.write_number(0x10000 + 16 * 4096 - 8, 0x7000, 8);
  plugin.target.write_number(0x10000 + 16 * 4096, 0x8000, 8);
  CHECK(records_in_array(plugin.talk, Address(0x10000), {Address(0x7000), Address(0x8000)}) ==
        std::vector<Address>{Address(0x7000)});
}

TEST_CASE("the functions of keyvals are read where an object has an attribute of the program's own") {
  fake::ScriptedPlugin plugin;
  with_objects(plugin);
  script.keyvals = 2;
  const std::uint64_t live = live_allocation_count();
  AttributeRecord own, predefined;
  predefined.name = "MPI_TAG_UB";
  const auto read = [&](ProcessReport report) {
    read_keyvals(plugin.talk, report);
    CHECK(live_allocation_count() == live);
    return report;
  };
  ProcessReport report;
  report.communicators.resize(1);
  report.handles.windows.objects.resize(1);
  report.communicators[0].attributes = report.handles.windows.objects[0].attributes = {predefined};
  CHECK(read(report).keyvals.empty());
  ProcessReport of_window = report;
  of_window.handles.windows.objects[0].attributes = {predefined, own};
  CHECK(read(of_window).keyvals.size() == 2);
  report.communicators[0].attributes = {predefined, own};
  const ProcessReport all = read(report);
  REQUIRE(all.keyvals.size() == 2);
  const KeyvalRecord &one = all.keyvals.at(7), &other = all.keyvals.at(8);
  CHECK((one.kind == MPIDBG_KIND_WIN && one.language == MPIDBG_LANGUAGE_FORTRAN && one.reference_count == 3));
  CHECK((one.copy_function == Address(0x401000) && one.delete_function == Address(0x402000) && one.extra_state == -5));
  CHECK((!one.integer_kind && other.integer_kind));
  script.keyvals = 0;
  CHECK(read(report).keyvals.empty());
  script.result = MPIDBG_ERR_UNAVAILABLE;
  CHECK(read(report).warnings == std::vector<std::string>{"the functions of attributes cannot be seen: error 4"});
  script.result = MPIDBG_SUCCESS;
  script.keyvals = 2;
  plugin.talk.handles_ready = false;
  CHECK(read(report).keyvals.empty());
  plugin.talk.handles_ready = true;
  plugin.call.mpidbg_keyval_list = nullptr;
  CHECK(read(report).keyvals.empty());
}
