// What is read of the events of MPI_T, from a plugin whose answers the test writes.

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "mpidbg/base/limits.h"
#include "mqs_shim/session/read_events.h"
#include "scripted_tool_information.h"

using namespace mqs_shim;
using namespace scripted;

namespace {

std::string shown(const EventTypeRecord &type) {
  std::string text = std::to_string(type.index) + " " + type.name + ", " + type.description + ", verbosity " +
                     std::to_string(type.verbosity) + ", bind " + std::to_string(type.bind) + ", enumeration " +
                     std::to_string(type.enumerator.value()) + ", elements";
  for (const auto &element : type.elements)
    text += " " + std::to_string(element.datatype) + "@" + std::to_string(element.displacement);
  text += ", dropped " + std::to_string(type.dropped) + "\n";
  for (const auto &instance : type.instances) {
    text += "  at " + std::to_string(instance.timestamp) + " of source " + std::to_string(instance.source) + " on " +
            std::to_string(instance.object.value()) + ":";
    for (const auto &element : instance.elements)
      text += element ? " " + std::to_string(element->number.as_signed) : " ?";
    text += "\n";
  }
  return text;
}

std::string shown(const EventSourceRecord &source) {
  return std::to_string(source.index) + " " + source.name + ", " + source.description +
         (source.ordered ? ", ordered, " : ", unordered, ") + std::to_string(source.ticks_per_second) + " up to " +
         std::to_string(source.max_ticks) + "\n";
}

template <class List>
std::string all_of_list(const List &list) {
  std::string text;
  for (const auto &record : list.objects) text += shown(record);
  if (list.inactive != 0) text += "inactive: " + std::to_string(list.inactive) + "\n";
  if (!list.problem.empty()) text += "problem: " + list.problem + "\n";
  return text;
}

VariableLists events_of(fake::ScriptedPlugin &plugin, const Questions &questions = {.events = true, .sources = true}) {
  ProcessReport report;
  read_events(plugin.talk, questions, report);
  return std::move(report.variables);
}

}  // namespace

TEST_CASE("types of events are read with their instances, and sources, as a plugin gives them") {
  fake::ScriptedPlugin plugin;
  with_events(plugin);
  script.number = 2;
  const std::string first =
      "0 event 0, about 0, verbosity 3, bind 1, enumeration 2304, elements 6@0 4@8, dropped 7\n"
      "  at 1000 of source 20 on 16384: 0 ?\n"
      "  at 1010 of source 30 on 16394: 1000 ?\n";
  const std::string second =
      "1 event 1, about 1, verbosity 4, bind 1, enumeration 0, elements 6@0 4@8, dropped 9223372036854775807\n"
      "  at 1001 of source 21 on 16385: 100 ?\n";
  const std::string last = "  at 1011 of source 31 on 16395: 1100 ?\n";
  const std::string sources =
      "0 source 0, clock 0, ordered, 1000 up to 5000\n"
      "1 source 1, clock 1, unordered, 1001 up to 5001\n";
  {
    const VariableLists lists = events_of(plugin);
    CHECK(all_of_list(lists.events) == first + second + last);
    CHECK(all_of_list(lists.sources) == sources);
    CHECK(script.selected == std::vector<int>{MPIDBG_SNAPSHOT_NOW});
    CHECK(script.freed == std::vector<mpidbg_event_registration_t>{100, 101});
  }
  // An instance of which time, source or object cannot be read is left out.
  for (const char *function : {"time 11", "source of 11", "object 11"}) {
    CAPTURE(function);
    with_events(plugin);
    script.number = 2;
    script.results[function] = MPIDBG_T_ERR_INVALID;
    CHECK(all_of_list(events_of(plugin).events) == first + second);
  }
  // Instances are played for those who ask for events alone, sources read for both.
  with_events(plugin);
  script.number = 2;
  const VariableLists quiet = events_of(plugin, {.sources = true});
  CHECK(quiet.events.objects.size() == 2);
  CHECK(quiet.events.objects[0].instances.empty());
  CHECK(all_of_list(quiet.sources) == sources);
  CHECK(script.selected.empty());
  const VariableLists types = events_of(plugin, {.categories = true});
  CHECK(types.events.objects.size() == 2);
  CHECK(types.sources.objects.empty());
  CHECK(events_of(plugin, {.events = true}).sources.objects.size() == 2);
}

TEST_CASE("types of events with odd answers: inactive, failing, without texts, with long ones, too many elements") {
  fake::ScriptedPlugin plugin;
  with_events(plugin);
  script.number = 6;
  script.results = {{"info 0", MPIDBG_T_ERR_INVALID_INDEX},
                    {"info 1", MPIDBG_T_ERR_INVALID_INDEX},
                    {"info 4", MPIDBG_ERR_NO_MEM},
                    {"info 5", MPIDBG_ERR_UNAVAILABLE},
                    {"source 1", MPIDBG_T_ERR_INVALID_INDEX},
                    {"source 3", MPIDBG_ERR_NO_MEM}};
  script.snapshot_problem = "torn";
  const VariableLists lists = events_of(plugin);
  CHECK(lists.events.inactive == 2);
  CHECK(lists.events.problem == "error 5");  // the first
  REQUIRE(lists.events.objects.size() == 2);
  const EventTypeRecord &empty = lists.events.objects[0], &full = lists.events.objects[1];
  CHECK((empty.index == 2 && empty.name.empty() && empty.description.empty() && empty.elements.empty()));
  CHECK(empty.instances.size() == 2);
  CHECK(full.name == std::string(4095, 'n'));
  CHECK(full.description == std::string(4095, 'd'));
  REQUIRE(full.elements.size() == 64);
  CHECK((full.elements[63].datatype == MPIDBG_T_CHAR && full.elements[63].displacement == 8 * 63));
  CHECK(lists.sources.inactive == 1);
  CHECK(lists.sources.problem == "error 5");
  CHECK(lists.sources.objects.size() == 4);
}

TEST_CASE("why events, or their instances, are missing") {
  fake::ScriptedPlugin plugin;
  const auto problem_of = [&](const std::string &function, int code, int number = 1) {
    with_events(plugin);
    script.number = number;
    if (!function.empty()) script.results[function] = code;
    return events_of(plugin).events.problem;
  };
  CHECK(problem_of("", 0) == "");
  CHECK(problem_of("number", MPIDBG_ERR_UNAVAILABLE) == "error 4");
  CHECK(problem_of("", 0, -1) == "the plugin claims -1 of them");
  CHECK(problem_of("", 0, mpidbg::limits::tool_variables + 1) == "the plugin claims 65537 of them");
  CHECK(problem_of("alloc 0", MPIDBG_T_ERR_OUT_OF_HANDLES) == "error 105");
  CHECK(script.raise.empty());
  CHECK(script.selected.empty());
  CHECK(problem_of("alloc 0", MPIDBG_T_ERR_OUT_OF_HANDLES, 2) == "error 105");
  CHECK(script.freed == std::vector<mpidbg_event_registration_t>{101});
  CHECK(problem_of("register", MPIDBG_T_ERR_INVALID) == "error 100");
  CHECK(script.drop.empty());
  CHECK(script.freed == std::vector<mpidbg_event_registration_t>{100});
  CHECK(problem_of("dropped handler", MPIDBG_ERR_NO_MEM) == "error 5");
  CHECK(problem_of("rewind", MPIDBG_ERR_UNAVAILABLE) == "error 4");
  CHECK(script.selected.empty());
  CHECK(problem_of("select -1", MPIDBG_T_ERR_NOT_ACCESSIBLE) == "error 111");
  // What is wrong with the record matters where there are types.
  for (const int number : {0, 1}) {
    with_events(plugin);
    script.number = number;
    script.snapshot_problem = "torn";
    CHECK(events_of(plugin).events.problem == (number == 0 ? "" : "torn"));
  }
}

TEST_CASE("a plugin that lacks one function of events answers no queries of them") {
  fake::ScriptedPlugin plugin;
  PluginFunctions &call = with_events(plugin).call;
  script.number = 1;
  const std::string problem = "the plugin " + plugin_path("extended") + " answers no queries of events";
  const auto lacks = [&](auto &function) {
    const auto kept = std::exchange(function, nullptr);
    const VariableLists lists = events_of(plugin);
    function = kept;
    CHECK(lists.events.objects.empty());
    CHECK(lists.events.problem == problem);
    CHECK(lists.sources.problem == problem);
  };
  lacks(call.mpidbg_event_get_num);
  lacks(call.mpidbg_event_get_info);
  lacks(call.mpidbg_event_handle_alloc);
  lacks(call.mpidbg_event_handle_free);
  lacks(call.mpidbg_event_register_callback);
  lacks(call.mpidbg_event_set_dropped_handler);
  lacks(call.mpidbg_event_rewind);
  lacks(call.mpidbg_event_read);
  lacks(call.mpidbg_event_get_timestamp);
  lacks(call.mpidbg_event_get_source);
  lacks(call.mpidbg_event_get_object);
  lacks(call.mpidbg_source_get_num);
  lacks(call.mpidbg_source_get_info);
  lacks(call.mpidbg_snapshot_select);
  lacks(call.mpidbg_snapshot_problem);
  CHECK(events_of(plugin).events.problem.empty());
}
