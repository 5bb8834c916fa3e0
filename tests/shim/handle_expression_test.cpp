// What a user may write for an object, and the names of the functions that objects refer to.

#include "mqs_shim/session/handle_expression.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "mqs_shim/session/function_names.h"
#include "scripted_plugin.h"

using namespace mqs_shim;

namespace {

struct Script {
  std::map<mqs_taddr_t, std::string> names;  // of communicators, by handle; "-" for one that cannot be read
  std::vector<mqs_taddr_t> objects;          // that a query finds
  mpidbg_name_map_t predefined[3] = {};
} script;

// A library of pointers, with a variable at 0x900000 and one that cannot be read.
fake::ScriptedPlugin &with_expressions(fake::ScriptedPlugin &plugin) {
  script = {};
  plugin.target.add_region(0x900000, 16);
  plugin.target.write_number(0x900000, 0x1234567800005000, 8);
  plugin.target.write_number(0x900008, 0x6000, 8);
  plugin.target.data = {{"my_comm", 0x900000}, {"nowhere", 0xabc0}};
  PluginFunctions &call = plugin.call;
  call.mpidbg_f2c = [](mqs_process *, mpidbg_handle_kind_t kind, mqs_taddr_t index, mqs_taddr_t *handle) {
    *handle = 0x100 * kind + index;
    return index == 9 ? int{MPIDBG_ERR_OUT_OF_RANGE} : int{MPIDBG_SUCCESS};
  };
  call.mpidbg_cxx2c = [](mqs_process *, mpidbg_handle_kind_t, mqs_taddr_t object, mqs_taddr_t *handle) {
    *handle = object + 8;
    return object == 9 ? int{MPIDBG_ERR_NOT_FOUND} : int{MPIDBG_SUCCESS};
  };
  call.mpidbg_name_map = [](mqs_process *, mpidbg_handle_kind_t) -> const mpidbg_name_map_t * {
    return script.predefined[0].map_name == nullptr ? nullptr : script.predefined;
  };
  call.mpidbg_list = [](mqs_process *, mpidbg_handle_kind_t, int *count, mqs_taddr_t **handles) {
    *count = static_cast<int>(script.names.size());
    *handles = static_cast<mqs_taddr_t *>(basic_callbacks().mqs_malloc_fp(8 * script.names.size() + 8));
    std::size_t i = 0;
    for (const auto &[handle, name] : script.names) (*handles)[i++] = handle;
    return int{MPIDBG_SUCCESS};
  };
  call.mpidbg_communicator_outline = [](mqs_process *, mqs_taddr_t handle, mpidbg_communicator_outline_t *outline) {
    std::strcpy(outline->name, script.names.at(handle).c_str());
    return script.names.at(handle) == "-" ? int{MPIDBG_ERR_UNAVAILABLE} : int{MPIDBG_SUCCESS};
  };
  call.mpidbg_query = [](mqs_process *, mpidbg_handle_kind_t, mqs_taddr_t handle, void **info) {
    if (std::find(script.objects.begin(), script.objects.end(), handle) == script.objects.end())
      return int{MPIDBG_ERR_NOT_FOUND};
    *info = basic_callbacks().mqs_malloc_fp(8);
    return int{MPIDBG_SUCCESS};
  };
  call.mpidbg_free = [](void *info, mpidbg_handle_kind_t) { basic_callbacks().mqs_free_fp(info); };
  return plugin;
}

// The handle in hexadecimal digits, or the error.
std::string resolved(fake::ScriptedPlugin &plugin, mpidbg_handle_kind_t kind, const std::string &expression,
                     std::uint8_t width = 8) {
  mpidbg_process_info_t info{};
  info.handle_width[kind] = width;
  const std::uint64_t live = live_allocation_count();
  const auto found = resolve_handle(plugin.talk, info, kind, expression);
  CHECK(live_allocation_count() == live);
  if (!found) return found.error().message;
  char digits[20];
  std::snprintf(digits, sizeof digits, "%llx", static_cast<unsigned long long>(found.value().value()));
  return digits;
}

}  // namespace

TEST_CASE("an object is named by its handle, in Fortran or C++, by a predefined name, or by a variable") {
  fake::ScriptedPlugin plugin;
  PluginFunctions &call = with_expressions(plugin).call;
  const auto op = [&](const std::string &expression, std::uint8_t width = 8) {
    return resolved(plugin, MPIDBG_KIND_OP, expression, width);
  };
  CHECK(op("0x5000") == "5000");
  CHECK(op("20") == "14");
  CHECK(op("fortran:7") == "807");
  CHECK(op("fortran:9") == "error 3");
  CHECK(op("fortran:x") == "not a Fortran handle: 'x' is not an INTEGER");
  CHECK(op("fortran:0x7") == "not a Fortran handle: '0x7' is not an INTEGER");
  CHECK(op("cxx:0x10") == "18");
  CHECK(op("cxx:9") == "error 1");
  CHECK(op("cxx:my_comm") == "900008");
  CHECK(op("my_comm") == "1234567800005000");
  CHECK(op("my_comm", 0) == "1234567800005000");
  CHECK(op("my_comm", 4) == "5000");
  CHECK(op("my_comm", 200) == "1234567800005000");
  CHECK(op("my_comm+8") == "6000");
  CHECK(op("my_comm+0x8") == "6000");
  CHECK(op("my_comm+x") == "not an offset: 'x'");
  CHECK(op("nowhere") == "the variable at 0xabc0 cannot be read");
  CHECK(op("other") == "'other' is not a handle, a predefined name, or a variable of the program");
  CHECK(op("cxx:other") == "'other' is not a handle, a predefined name, or a variable of the program");
  // A variable may be the object itself; a status always is.
  script.objects = {0x900000};
  CHECK(op("my_comm") == "900000");
  CHECK(op("my_comm+8") == "6000");
  CHECK(resolved(plugin, MPIDBG_KIND_STATUS, "my_comm+8") == "900008");
  const auto query = std::exchange(call.mpidbg_query, nullptr);
  CHECK(op("my_comm") == "1234567800005000");
  call.mpidbg_query = query;
  const auto release = std::exchange(call.mpidbg_free, nullptr);
  CHECK(op("my_comm") == "1234567800005000");
  call.mpidbg_free = release;

  char sum[] = "MPI_SUM", max[] = "MPI_MAX";
  script.predefined[0] = {sum, 0x71};
  script.predefined[1] = {max, 0x72};
  CHECK(op("MPI_MAX") == "72");
  CHECK(op("MPI_SUM") == "71");
  CHECK(op("MPI_MIN") == "'MPI_MIN' is not a handle, a predefined name, or a variable of the program");
  const std::string none = "the plugin " + plugin_path("extended") + " answers no queries of handles";
  call.mpidbg_f2c = nullptr;
  CHECK(op("fortran:7") == none);
  CHECK(resolved(plugin, MPIDBG_KIND_COMM, "fortran:7") == none);
  call.mpidbg_comm_f2c = [](mqs_image *, mqs_image_info *, mqs_process *, mqs_process_info *, mqs_taddr_t index,
                            mqs_taddr_t *handle) { return *handle = index + 1, int{MPIDBG_SUCCESS}; };
  CHECK(op("fortran:7") == none);  // of communicators alone
  CHECK(resolved(plugin, MPIDBG_KIND_COMM, "fortran:7") == "8");
  plugin.talk.handles_ready = false;
  CHECK(resolved(plugin, MPIDBG_KIND_COMM, "fortran:7") == none);
  call.mpidbg_cxx2c = nullptr;
  CHECK(op("cxx:0x10") == none);
  call.mpidbg_name_map = nullptr;
  CHECK(op("MPI_SUM") == "'MPI_SUM' is not a handle, a predefined name, or a variable of the program");
}

TEST_CASE("a communicator is named as the program named it, the first of them, and the others are offered") {
  fake::ScriptedPlugin plugin;
  with_expressions(plugin);
  script.names = {{0x10, "-"}, {0x20, "halo"}, {0x30, ""}, {0x40, "halo"}, {0x50, "my_comm"}};
  const auto comm = [&](const std::string &expression) { return resolved(plugin, MPIDBG_KIND_COMM, expression); };
  CHECK(comm("halo") == "20");
  CHECK(comm("my_comm") == "50");  // before the variable
  const std::string refusal =
      "'x' is not a handle, a predefined name, the name of a communicator, or a variable of the program";
  CHECK(comm("x") == refusal + "; communicators are halo, halo, my_comm");
  CHECK(resolved(plugin, MPIDBG_KIND_GROUP, "x") ==
        "'x' is not a handle, a predefined name, or a variable of the program");
  CHECK(resolved(plugin, MPIDBG_KIND_OP, "halo") ==
        "'halo' is not a handle, a predefined name, or a variable of the program");
  for (const std::size_t number : {12u, 13u}) {
    script.names.clear();
    std::string listed;
    for (std::size_t i = 0; i < number; ++i) {
      script.names[0x100 + i] = "c" + std::to_string(i);
      if (i < 12) listed += (i == 0 ? "c" : ", c") + std::to_string(i);
    }
    CHECK(comm("x") == refusal + "; communicators are " + listed + (number > 12 ? ", ..." : ""));
  }
  plugin.talk.handles_ready = false;
  CHECK(comm("x") == refusal);
  CHECK(comm("c0") == "'c0'" + refusal.substr(3));
}

TEST_CASE("functions that objects refer to are named, and the functions of return addresses") {
  struct Named : fake::Target {
    std::string symbol_at(Address address) override {
      asked.push_back(address.value());
      return address.value() == 0x99 ? "" : "f" + std::to_string(address.value());
    }
    std::vector<std::uint64_t> asked;
  } target;
  ProcessReport report;
  report.handles.errhandlers.objects.resize(3);
  report.handles.errhandlers.objects[0].function = Address(1);
  report.handles.errhandlers.objects[2].function = Address(1);
  report.handles.ops.objects.resize(1);
  report.handles.ops.objects[0].function = Address(2);
  report.keyvals[1].copy_function = Address(3);
  report.keyvals[1].delete_function = Address(0x99);
  name_functions(target, report);
  CHECK(target.asked == std::vector<std::uint64_t>{1, 2, 3, 0x99});
  CHECK(report.function_names ==
        std::map<Address, std::string>{{Address(1), "f1"}, {Address(2), "f2"}, {Address(3), "f3"}});
  RecorderRecord &recorder = report.recorder.emplace();
  RecordedRecord &record = recorder.objects[{MPIDBG_KIND_COMM, Address(0x4000)}];
  record.created_at = Address(11);
  record.freed_at = Address(13);
  record.callers = {Address(15), Address()};
  record.locks.push_back({0, 0, 17, 0});
  recorder.unseen.emplace_back().created_at = Address(19);
  RecordedThreadRecord &thread = recorder.threads.emplace_back();
  thread.site = Address(21);
  thread.last_calls.emplace_back().site = Address(23);
  recorder.threads.emplace_back();
  target.asked.clear();
  name_functions(target, report);
  CHECK(target.asked == std::vector<std::uint64_t>{10, 12, 14, 16, 18, 20, 22, 0x99});
  CHECK(report.function_names.size() == 10);
  CHECK(report.function_names.at(Address(22)) == "f22");
}
