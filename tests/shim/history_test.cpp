// What is read of variables in each snapshot, from a plugin whose answers the test writes.

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "mqs_shim/session/read_history.h"
#include "mqs_shim/session/variable_limits.h"
#include "scripted_tool_information.h"

using namespace mqs_shim;
using namespace scripted;

namespace {

using Values = std::vector<mpidbg_t_value_t>;

std::vector<Values> values;      // by snapshot
std::vector<std::string> texts;  // likewise; none: the plugin says nothing of a text
int claimed = 0;                 // elements of performance variables, if not as many as there are

std::size_t selected() {
  return static_cast<std::size_t>(script.selected.back());
}

// Results are those of "cvar <index> in <snapshot>" and "pvar <index> in <snapshot>".
int result_of_value(const char *kind, int index) {
  return result_of(std::string(kind) + " " + std::to_string(index) + " in " + std::to_string(selected()));
}

fake::ScriptedPlugin &with_snapshots(fake::ScriptedPlugin &plugin) {
  script = {};
  values.clear();
  texts.clear();
  claimed = 0;
  PluginFunctions &call = plugin.call;
  call.mpidbg_snapshot_get_num = number_of_them;
  call.mpidbg_snapshot_get_info = [](mqs_process *, int index, mpidbg_snapshot_info_t *info) {
    info->number = 40u + static_cast<unsigned>(index);
    return result_of("snapshot " + std::to_string(index));
  };
  call.mpidbg_snapshot_problem = [](mqs_process *) { return script.snapshot_problem.c_str(); };
  call.mpidbg_snapshot_select = select_snapshot;
  call.mpidbg_cvar_read = [](mqs_process *, int index, int room, mpidbg_t_value_t *elements, int *count, char *text,
                             int *length) {
    const Values &all = values.at(selected());
    *count = static_cast<int>(all.size());
    std::copy_n(all.begin(), std::min<std::size_t>(all.size(), static_cast<std::size_t>(room)), elements);
    if (texts.empty()) {
      *length = 0;
    } else {
      give(texts.at(selected()), text, length);
    }
    return result_of_value("cvar", index);
  };
  call.mpidbg_pvar_current = [](mqs_process *, int index, mqs_taddr_t object, int room, mpidbg_t_value_t *elements,
                                int *count) {
    CHECK(object == 0x7700);
    const Values &all = values.at(selected());
    *count = claimed != 0 ? claimed : static_cast<int>(all.size());
    std::copy_n(all.begin(), std::min<std::size_t>(all.size(), static_cast<std::size_t>(room)), elements);
    return result_of_value("pvar", index);
  };
  return plugin;
}

std::string shown(const std::vector<PastValueRecord> &history) {
  std::string text;
  for (const PastValueRecord &value : history) {
    text += std::to_string(value.snapshot) + ":";
    for (const mpidbg_t_value_t &element : value.elements) text += " " + std::to_string(element.number.as_signed);
    if (!value.text.empty()) text += " '" + value.text + "'";
    if (!value.problem.empty()) text += " (" + value.problem + ")";
    text += value.wrapped ? " wrapped\n" : "\n";
  }
  return text;
}

// Two control variables and two performance variables, which are levels.
ProcessReport with_variables() {
  ProcessReport report;
  report.variables.control_variables.objects.resize(2);
  report.variables.performance_variables.objects.resize(2);
  for (std::size_t i = 0; i < 2; ++i) {
    report.variables.control_variables.objects[i].index = static_cast<int>(i);
    PerformanceVariableRecord &record = report.variables.performance_variables.objects[i];
    record.index = static_cast<int>(i);
    record.variable_class = MPIDBG_PVAR_CLASS_LEVEL;
    record.values.resize(1);
    record.values[0].object = Address(0x7700);
  }
  return report;
}

ProcessReport read(fake::ScriptedPlugin &plugin, ProcessReport report = with_variables()) {
  read_history(plugin.talk, report);
  CHECK(report.variables.history);
  return report;
}

std::string cvar_of(const ProcessReport &report, std::size_t index = 0) {
  return shown(report.variables.control_variables.objects.at(index).history);
}

std::string pvar_of(const ProcessReport &report, std::size_t index = 0) {
  return shown(report.variables.performance_variables.objects.at(index).values.at(0).history);
}

}  // namespace

TEST_CASE("the history of variables has what each snapshot holds that can be selected") {
  fake::ScriptedPlugin plugin;
  with_snapshots(plugin);
  script.number = 4;
  values = {{value_of(1), value_of(2)}, {}, {}, {value_of(30), value_of(40)}};
  script.results = {{"snapshot 1", MPIDBG_ERR_UNAVAILABLE},      {"select 2", MPIDBG_ERR_UNAVAILABLE},
                    {"cvar 1 in 0", MPIDBG_T_ERR_INVALID_INDEX}, {"cvar 1 in 3", MPIDBG_ERR_NO_MEM},
                    {"pvar 1 in 0", MPIDBG_T_ERR_INVALID_INDEX}, {"pvar 1 in 3", MPIDBG_ERR_UNAVAILABLE}};
  ProcessReport report = with_variables();
  report.variables.control_variables.objects[0].value.emplace().elements.resize(2);
  report = read(plugin, std::move(report));
  const VariableLists &lists = report.variables;
  CHECK(lists.snapshot_problem.empty());
  CHECK(script.selected == std::vector<int>{0, 2, 3, MPIDBG_SNAPSHOT_NOW});
  REQUIRE(lists.snapshots.size() == 2);
  CHECK((lists.snapshots[0].number == 40 && lists.snapshots[1].number == 43));
  CHECK(cvar_of(report, 0) == "0: 1 2\n1: 30 40\n");
  CHECK(cvar_of(report, 1) == "1: (error 5)\n");
  CHECK(pvar_of(report, 0) == "0: 1 2\n1: 30 40\n");
  CHECK(pvar_of(report, 1) == "1: (error 4)\n");
}

TEST_CASE("the history of texts, and of values whose number of elements is odd") {
  fake::ScriptedPlugin plugin;
  with_snapshots(plugin);
  script.number = 3;
  values = {{value_of(0, MPIDBG_T_CHAR)}, {value_of(0, MPIDBG_T_CHAR)}, {value_of(7)}};
  texts = {"one", "", "not a text"};
  CHECK(cvar_of(read(plugin)) == "0: 0 'one'\n1: 0\n2: 7\n");
  texts.clear();
  CHECK(cvar_of(read(plugin)) == "0: 0\n1: 0\n2: 7\n");

  const auto with_elements = [&](int number) {
    claimed = number;
    return pvar_of(read(plugin));
  };
  script.number = 1;
  values = {{value_of(1), value_of(2), value_of(3)}};
  CHECK(with_elements(3) == "0: 1 2 3\n");
  CHECK(with_elements(2) == "0: 1 2\n");
  CHECK(with_elements(1) == "0: 1\n");
  CHECK(with_elements(-1) == "0:\n");
  CHECK(with_elements(most_value_elements + 1) == "0: 1\n");
}

TEST_CASE("a sum that has become less between two snapshots has wrapped") {
  fake::ScriptedPlugin plugin;
  with_snapshots(plugin);
  script.number = 2;
  const auto wraps = [&](int variable_class, const Values &before, const Values &after) {
    values = {before, after};
    ProcessReport report = with_variables();
    report.variables.performance_variables.objects[0].variable_class = variable_class;
    report = read(plugin, std::move(report));
    const auto &history = report.variables.performance_variables.objects[0].values[0].history;
    REQUIRE(history.size() == 2);
    CHECK_FALSE(history[0].wrapped);
    return history[1].wrapped;
  };
  constexpr int counter = MPIDBG_PVAR_CLASS_COUNTER;
  for (int variable_class = 0; variable_class <= MPIDBG_PVAR_CLASS_GENERIC; ++variable_class) {
    CAPTURE(variable_class);
    const bool is_sum = variable_class == counter || variable_class == MPIDBG_PVAR_CLASS_AGGREGATE ||
                        variable_class == MPIDBG_PVAR_CLASS_TIMER;
    CHECK(wraps(variable_class, {value_of(2)}, {value_of(1)}) == is_sum);
    CHECK_FALSE(wraps(variable_class, {value_of(1)}, {value_of(2)}));
    CHECK_FALSE(wraps(variable_class, {value_of(1)}, {value_of(1)}));
  }
  // By the datatype: -1 is the largest unsigned number.
  for (const mpidbg_t_datatype_t type : {MPIDBG_T_INT, MPIDBG_T_LONG, MPIDBG_T_INT32_T, MPIDBG_T_INT64_T}) {
    CHECK_FALSE(wraps(counter, {value_of(-1, type)}, {value_of(1, type)}));
    CHECK(wraps(counter, {value_of(1, type)}, {value_of(-1, type)}));
  }
  for (const mpidbg_t_datatype_t type : {MPIDBG_T_UNSIGNED, MPIDBG_T_UNSIGNED_LONG, MPIDBG_T_UNSIGNED_LONG_LONG,
                                         MPIDBG_T_UINT32_T, MPIDBG_T_UINT64_T, MPIDBG_T_C_BOOL}) {
    CHECK(wraps(counter, {value_of(-1, type)}, {value_of(1, type)}));
    CHECK_FALSE(wraps(counter, {value_of(1, type)}, {value_of(-1, type)}));
    CHECK_FALSE(wraps(counter, {value_of(1, type)}, {value_of(1, type)}));
  }
  // Numbers below zero, whose bits have the opposite order.
  CHECK(wraps(MPIDBG_PVAR_CLASS_TIMER, {real(-0.5)}, {real(-1.5)}));
  CHECK_FALSE(wraps(MPIDBG_PVAR_CLASS_TIMER, {real(-1.5)}, {real(-0.5)}));
  CHECK_FALSE(wraps(MPIDBG_PVAR_CLASS_TIMER, {real(1.5)}, {real(1.5)}));
  // One element is enough, of those that both snapshots have.
  CHECK(wraps(counter, {value_of(1), value_of(5)}, {value_of(2), value_of(4)}));
  CHECK_FALSE(wraps(counter, {value_of(1), value_of(5)}, {value_of(2)}));
  CHECK_FALSE(wraps(counter, {value_of(1)}, {value_of(2), value_of(0)}));
}

TEST_CASE("why there is no history") {
  fake::ScriptedPlugin plugin;
  PluginFunctions &call = with_snapshots(plugin).call;
  const auto problem = [&] {
    const ProcessReport report = read(plugin);
    CHECK(report.variables.snapshots.empty());
    return report.variables.snapshot_problem;
  };
  CHECK(problem() == "no snapshots: run the program with mpidbg record");
  script.number = -1;
  CHECK(problem() == "no snapshots: run the program with mpidbg record");
  script.snapshot_problem = "torn";
  CHECK(problem() == "torn");
  script.results["number"] = MPIDBG_ERR_UNAVAILABLE;
  CHECK(problem() == "error 4");
  script = {};
  const auto lacks = [&](auto &function) {
    const auto kept = std::exchange(function, nullptr);
    CHECK(problem() == "the plugin " + plugin_path("extended") + " knows of no snapshots");
    function = kept;
  };
  lacks(call.mpidbg_snapshot_get_num);
  lacks(call.mpidbg_snapshot_get_info);
  lacks(call.mpidbg_snapshot_problem);
  lacks(call.mpidbg_snapshot_select);
}
