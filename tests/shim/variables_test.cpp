// What is read of the variables and categories of MPI_T, from a plugin whose answers the test writes.

#include <doctest/doctest.h>

#include <climits>
#include <cstring>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "mpidbg/base/limits.h"
#include "mqs_shim/session/read_variables.h"
#include "mqs_shim/session/variable_limits.h"
#include "scripted_tool_information.h"

using namespace mqs_shim;
using namespace scripted;

namespace {

using Values = std::vector<mpidbg_t_value_t>;

struct ScriptedVariable {
  std::string name = "variable", description = "about it";
  int bind = MPIDBG_T_BIND_NO_OBJECT;
  mpidbg_enum_t enumerator = 0;
  Values values = {value_of(1)};
  std::string text = {};
  int claimed = INT_MIN;  // elements, if not those of `values`
};

struct ScriptedCategory {
  std::string name = "category";
  int counts[4] = {0, 0, 0, 0};  // control variables, performance variables, events, categories
};

std::vector<ScriptedVariable> variables;
std::vector<ScriptedCategory> categories;
std::vector<mqs_taddr_t> asked;  // objects whose values, and enumerations whose items were asked for
int enumeration_items = 0;

// Of the function `what` of one index.
int result_of(const char *what, int index) {
  return scripted::result_of(what + (" " + std::to_string(index)));
}

const ScriptedVariable &variable_of(int index) {
  return variables.at(static_cast<std::size_t>(index));
}

void give_values(const ScriptedVariable &variable, int room, mpidbg_t_value_t *values, int *count) {
  std::copy_n(variable.values.begin(), std::min<std::size_t>(variable.values.size(), static_cast<std::size_t>(room)),
              values);
  *count = variable.claimed != INT_MIN ? variable.claimed : static_cast<int>(variable.values.size());
}

int variable_info(mqs_process *, int index, char *name, int *name_length, int *verbosity, mpidbg_t_datatype_t *datatype,
                  mpidbg_enum_t *enumerator, char *description, int *description_length, int *bind, int *scope) {
  const ScriptedVariable &variable = variable_of(index);
  const char *const what = name_length != nullptr ? "info" : "description";
  if (const int code = result_of(what, index); code != MPIDBG_SUCCESS) return code;
  give(variable.name, name, name_length);
  give(variable.description, description, description_length);
  if (verbosity != nullptr) *verbosity = 6;
  if (datatype != nullptr) *datatype = MPIDBG_T_LONG;
  if (enumerator != nullptr) *enumerator = variable.enumerator;
  if (bind != nullptr) *bind = variable.bind;
  if (scope != nullptr) *scope = MPIDBG_T_SCOPE_ALL;
  return MPIDBG_SUCCESS;
}

int performance_variable_info(mqs_process *process, int index, char *name, int *name_length, int *verbosity,
                              int *variable_class, mpidbg_t_datatype_t *datatype, mpidbg_enum_t *enumerator,
                              char *description, int *description_length, int *bind, int *readonly, int *continuous,
                              int *atomic) {
  if (variable_class != nullptr) *variable_class = MPIDBG_PVAR_CLASS_SIZE;
  if (readonly != nullptr) *readonly = index == 0 ? 1 : 0;
  if (continuous != nullptr) *continuous = index == 1 ? 1 : 0;
  if (atomic != nullptr) *atomic = index == 2 ? 1 : 0;
  return variable_info(process, index, name, name_length, verbosity, datatype, enumerator, description,
                       description_length, bind, nullptr);
}

// Writes one of them, whatever their number is.
template <int kind>
int category_members(mqs_process *, int index, int count, int *members) {
  CHECK(count == categories.at(static_cast<std::size_t>(index)).counts[kind]);
  members[0] = 10 * (kind + 1);
  return result_of("members", kind);
}

void with_control_variables(PluginFunctions &call) {
  call.mpidbg_cvar_get_num = call.mpidbg_pvar_get_num = [](mqs_process *, int *number) {
    *number = static_cast<int>(variables.size());
    return scripted::result_of("variables");
  };
  call.mpidbg_cvar_get_info = variable_info;
  call.mpidbg_cvar_read = [](mqs_process *, int index, int room, mpidbg_t_value_t *values, int *count, char *text,
                             int *length) {
    const ScriptedVariable &variable = variable_of(index);
    if (variable.text.empty()) {
      *length = 0;
    } else {
      give(variable.text, text, length);
    }
    give_values(variable, room, values, count);
    return result_of("read", index);
  };
  call.mpidbg_cvar_get_origin = [](mqs_process *, int index, mpidbg_cvar_origin_t *origin, char *file, int *length) {
    origin->source_line = 70 + index;
    origin->synonym_of = index == 0 ? 454 : -1;
    give("mca.conf", file, length);
    return result_of("origin", index);
  };
  call.mpidbg_cvar_get_original_name = [](mqs_process *, int index, char *name, int *length) {
    give("original of " + std::to_string(index), name, length);
    return result_of("original name", index);
  };
  call.mpidbg_cvar_get_value_origin = [](mqs_process *, int index, mpidbg_t_origin_t *origin) {
    origin->snapshot = 30u + static_cast<unsigned>(index);
    return result_of("value origin", index);
  };
  call.mpidbg_enum_get_info = [](mqs_process *, mpidbg_enum_t enumerator, int *items, char *name, int *length) {
    asked.push_back(enumerator);
    *items = enumeration_items;
    give("colours", name, length);
    return scripted::result_of("enumeration");
  };
  call.mpidbg_enum_get_item = [](mqs_process *, mpidbg_enum_t, int item, int *value, char *name, int *length) {
    *value = 5 * item;
    give("item " + std::to_string(item), name, length);
    return result_of("item", item);
  };
}

// Nothing can be seen of the object 0x2000.
void with_performance_variables(PluginFunctions &call) {
  call.mpidbg_pvar_get_info = performance_variable_info;
  call.mpidbg_pvar_current = [](mqs_process *, int index, mqs_taddr_t object, int room, mpidbg_t_value_t *values,
                                int *count) {
    asked.push_back(object);
    give_values(variable_of(index), room, values, count);
    return object == 0x2000 ? int{MPIDBG_ERR_UNAVAILABLE} : result_of("current", index);
  };
  call.mpidbg_pvar_get_origin = [](mqs_process *, int index, mqs_taddr_t object, mpidbg_t_origin_t *origin) {
    origin->snapshot = object + static_cast<unsigned>(index);
    return result_of("value origin", index);
  };
  call.mpidbg_pvar_objects = [](mqs_process *, int index, int room, mqs_taddr_t *objects, int *count) {
    for (int i = 0; i < room; ++i) objects[i] = 0x8000u + static_cast<unsigned>(i);
    *count = script.number;
    return result_of("objects", index);
  };
}

void with_categories(PluginFunctions &call) {
  call.mpidbg_category_get_num = [](mqs_process *, int *number) {
    *number = static_cast<int>(categories.size());
    return scripted::result_of("categories");
  };
  call.mpidbg_category_get_info = [](mqs_process *, int index, char *name, int *name_length, char *description,
                                     int *description_length, int *cvars, int *pvars, int *others) {
    const ScriptedCategory &category = categories.at(static_cast<std::size_t>(index));
    give(category.name, name, name_length);
    give("of " + category.name, description, description_length);
    if (cvars != nullptr) *cvars = category.counts[0];
    if (pvars != nullptr) *pvars = category.counts[1];
    if (others != nullptr) *others = category.counts[3];
    return result_of(name_length != nullptr ? "category" : "category's description", index);
  };
  call.mpidbg_category_get_num_events = [](mqs_process *, int index, int *number) {
    *number = categories.at(static_cast<std::size_t>(index)).counts[2];
    return result_of("events of category", index);
  };
  call.mpidbg_category_get_cvars = category_members<0>;
  call.mpidbg_category_get_pvars = category_members<1>;
  call.mpidbg_category_get_events = category_members<2>;
  call.mpidbg_category_get_categories = category_members<3>;
  call.mpidbg_category_changed = [](mqs_process *, int *number) {
    *number = 17;
    return scripted::result_of("changed");
  };
}

fake::ScriptedPlugin &with_tool_information(fake::ScriptedPlugin &plugin) {
  with_events(plugin);
  variables.clear();
  categories.clear();
  asked.clear();
  enumeration_items = 3;
  with_control_variables(plugin.call);
  with_performance_variables(plugin.call);
  with_categories(plugin.call);
  return plugin;
}

std::string numbers(const Values &values) {
  std::string text;
  for (const mpidbg_t_value_t &value : values) text += " " + std::to_string(value.number.as_signed);
  return text;
}

std::string shown(const ControlVariableRecord &record) {
  std::string text = std::to_string(record.index) + " " + record.name + ", " + record.description + ", " +
                     std::to_string(record.verbosity) + " " + std::to_string(record.datatype) + " " +
                     std::to_string(record.bind) + " " + std::to_string(record.scope) + " " +
                     std::to_string(record.enumerator.value());
  if (record.value) text += " =" + numbers(record.value->elements);
  if (record.value && !record.value->text.empty()) text += " '" + record.value->text + "'";
  if (record.value_origin) text += ", of snapshot " + std::to_string(record.value_origin->snapshot);
  if (record.origin) text += ", from " + record.source_file + ":" + std::to_string(record.origin->source_line);
  return text + (record.value_problem.empty() ? "\n" : ", no value: " + record.value_problem + "\n");
}

std::string shown(const PerformanceVariableRecord &record) {
  std::string text = std::to_string(record.index) + " " + record.name + ", " + record.description + ", " +
                     std::to_string(record.verbosity) + " " + std::to_string(record.variable_class) + " " +
                     std::to_string(record.datatype) + " " + std::to_string(record.bind) + " " +
                     std::to_string(record.enumerator.value()) + (record.readonly ? " readonly" : "") +
                     (record.continuous ? " continuous" : "") + (record.atomic ? " atomic" : "");
  for (const auto &values : record.values) {
    text += "; " + std::to_string(values.object.value()) + ":" + numbers(values.elements);
    if (values.origin) text += " of snapshot " + std::to_string(values.origin->snapshot);
    if (!values.problem.empty()) text += " (" + values.problem + ")";
  }
  return text + (record.value_problem.empty() ? "\n" : ", no value: " + record.value_problem + "\n");
}

std::string shown(const CategoryRecord &record) {
  std::string text = std::to_string(record.index) + " " + record.name + ", " + record.description + ":";
  for (const auto *members :
       {&record.control_variables, &record.performance_variables, &record.events, &record.categories}) {
    for (const int member : *members) text += " " + std::to_string(member);
    text += ";";
  }
  return text + "\n";
}

template <class List>
std::string all_of_list(const List &list) {
  std::string text;
  for (const auto &record : list.objects) text += shown(record);
  if (list.inactive != 0) text += "inactive: " + std::to_string(list.inactive) + "\n";
  if (!list.problem.empty()) text += "problem: " + list.problem + "\n";
  return text;
}

VariableLists read_from(fake::ScriptedPlugin &plugin, const Questions &questions) {
  ProcessReport report;
  read_variables(plugin.talk, questions, report);
  return std::move(report.variables);
}

// Of a number that is none of the enumeration.
mpidbg_t_value_t of_type(int type) {
  mpidbg_t_value_t value = value_of(1);
  std::memcpy(&value.datatype, &type, sizeof type);
  return value;
}

constexpr char no_such_type[] = "the plugin gives it a nonexistent type";

}  // namespace

TEST_CASE("control variables are read with values, origins and enumerations") {
  fake::ScriptedPlugin plugin;
  with_tool_information(plugin);
  variables.resize(8);
  variables[0].enumerator = variables[2].enumerator = 0xe000;
  variables[1].values = {value_of(0, MPIDBG_T_CHAR)};
  variables[1].text = "hello";
  variables[2].values = {value_of(1), value_of(2), value_of(3)};
  variables[7].bind = MPIDBG_T_BIND_MPI_WIN;
  script.results = {{"info 3", MPIDBG_T_ERR_INVALID_INDEX},    {"info 4", MPIDBG_ERR_NO_MEM},
                    {"description 5", MPIDBG_ERR_UNAVAILABLE}, {"read 6", MPIDBG_ERR_UNAVAILABLE},
                    {"origin 7", MPIDBG_ERR_UNAVAILABLE},      {"value origin 7", MPIDBG_ERR_UNAVAILABLE},
                    {"item 1", MPIDBG_ERR_UNAVAILABLE}};
  const VariableLists lists = read_from(plugin, {.control_variables = true});
  CHECK(all_of_list(lists.control_variables) ==
        "0 variable, about it, 6 7 0 5 57344 = 1, of snapshot 30, from mca.conf:70\n"
        "1 variable, about it, 6 7 0 5 0 = 0 'hello', of snapshot 31, from mca.conf:71\n"
        "2 variable, about it, 6 7 0 5 57344 = 1 2 3, of snapshot 32, from mca.conf:72\n"
        "6 variable, about it, 6 7 0 5 0, from mca.conf:76, no value: error 4\n"
        "7 variable, about it, 6 7 8 5 0 = 1\n"
        "inactive: 1\n"
        "problem: error 5\n");
  CHECK(lists.control_variables.objects[0].original_name == "original of 0");
  CHECK(lists.control_variables.objects[1].original_name.empty());
  CHECK(lists.control_variables.asked);
  CHECK_FALSE(lists.performance_variables.asked);
  CHECK(lists.performance_variables.objects.empty());
  CHECK_FALSE(lists.history);
  CHECK(lists.enumerations.size() == 1);
  const EnumerationRecord &colours = lists.enumerations.at(Address(0xe000));
  CHECK(colours.name == "colours");
  CHECK(colours.items == std::map<std::int64_t, std::string>{{0, "item 0"}, {10, "item 2"}});
  CHECK(asked == std::vector<mqs_taddr_t>{0xe000});
  CHECK(read_from(plugin, {.control_variables = true, .history = true}).history);
  // An older plugin does not say which snapshot a value is of.
  plugin.call.mpidbg_cvar_get_value_origin = nullptr;
  plugin.call.mpidbg_cvar_get_original_name = nullptr;
  variables.resize(1);
  CHECK(all_of_list(read_from(plugin, {.control_variables = true}).control_variables) ==
        "0 variable, about it, 6 7 0 5 57344 = 1, from mca.conf:70\n");
}

TEST_CASE("when a snapshot is due is known of values that are of one") {
  fake::ScriptedPlugin plugin;
  with_tool_information(plugin);
  variables.resize(1);
  plugin.target.now = 9'000'000'000;
  plugin.call.mpidbg_cvar_get_value_origin = [](mqs_process *, int, mpidbg_t_origin_t *origin) {
    origin->snapshot = static_cast<unsigned>(enumeration_items);
    origin->time = 5'000'000'000;
    return int{MPIDBG_SUCCESS};
  };
  static mpidbg_recorder_info_t recorder;
  recorder = {};
  recorder.mpi_state = MPIDBG_MPI_INITIALIZED;
  recorder.pcontrol_level = 1;
  recorder.snapshot_interval = 500;
  plugin.call.mpidbg_recorder_query = [](mqs_process *, mpidbg_recorder_info_t *info) {
    *info = recorder;
    return int{MPIDBG_SUCCESS};
  };
  const auto due = [&] {
    const VariableLists lists = read_from(plugin, {.control_variables = true});
    return std::pair(lists.snapshot_interval, lists.newest_snapshot);
  };
  const std::pair<std::int64_t, std::int64_t> none{0, 0};
  CHECK(due() == std::pair<std::int64_t, std::int64_t>{500'000'000, 5'000'000'000});
  recorder.pcontrol_level = 0;
  CHECK(due() == none);
  recorder.pcontrol_level = 1;
  recorder.mpi_state = MPIDBG_MPI_FINALIZED;
  CHECK(due() == none);
  recorder.mpi_state = MPIDBG_MPI_INITIALIZED;
  enumeration_items = 0;  // the value is of memory
  CHECK(due() == none);
  enumeration_items = 3;
  plugin.target.now.reset();
  CHECK(due() == none);
  plugin.target.now = 9'000'000'000;
  plugin.call.mpidbg_recorder_query = nullptr;
  CHECK(due() == none);
}

TEST_CASE("odd values of control variables, and enumerations of an implausible size") {
  fake::ScriptedPlugin plugin;
  const auto problem = [&](const Values &values, int claimed = INT_MIN) {
    with_tool_information(plugin);
    variables.resize(1);
    variables[0].values = values;
    variables[0].claimed = claimed;
    const VariableLists lists = read_from(plugin, {.control_variables = true});
    REQUIRE(lists.control_variables.objects.size() == 1);
    const ControlVariableRecord &record = lists.control_variables.objects[0];
    CHECK(record.value.has_value() == record.value_problem.empty());
    CHECK(record.value_origin.has_value() == record.value_problem.empty());
    return record.value_problem;
  };
  CHECK(problem({value_of(1)}) == "");
  CHECK(problem({of_type(0)}) == "");
  CHECK(problem({of_type(MPIDBG_T_DATATYPE_MAX - 1)}) == "");
  CHECK(problem({of_type(MPIDBG_T_DATATYPE_MAX)}) == no_such_type);
  CHECK(problem({of_type(-1)}) == no_such_type);
  CHECK(problem({value_of(1), of_type(99)}) == no_such_type);
  CHECK(problem({value_of(1)}, 0) == "the plugin claims 0 elements");
  CHECK(problem({value_of(1)}, -1) == "the plugin claims -1 elements");
  CHECK(problem({value_of(1)}, most_value_elements + 1) == "the plugin claims 1048577 elements");

  const auto items_of = [&](int items, int code = MPIDBG_SUCCESS) {
    with_tool_information(plugin);
    variables.resize(1);
    variables[0].enumerator = 0xe000;
    enumeration_items = items;
    script.results["enumeration"] = code;
    return read_from(plugin, {.control_variables = true}).enumerations.at(Address(0xe000)).items.size();
  };
  constexpr int limit = mpidbg::limits::enumerator_values;
  CHECK(items_of(limit) == limit);
  CHECK(items_of(limit + 1) == 0);
  CHECK(items_of(-1) == 0);
  CHECK(items_of(3, MPIDBG_T_ERR_INVALID_HANDLE) == 0);
}

TEST_CASE("texts of variables are read in full up to a limit, also those that are longer than the first room") {
  fake::ScriptedPlugin plugin;
  constexpr std::size_t limit = 2 * mpidbg::limits::variable_text_length;  // with the NUL
  for (const std::size_t length : {std::size_t{0}, std::size_t{511}, std::size_t{512}, limit - 1, limit}) {
    CAPTURE(length);
    with_tool_information(plugin);
    variables.resize(2);
    variables[0].name = std::string(length, 'n');
    const VariableLists lists = read_from(plugin, {.control_variables = true});
    CHECK(lists.control_variables.objects.size() == (length < limit ? 2 : 1));
    CHECK(lists.control_variables.problem == (length < limit ? "" : "error 4"));
    if (length < limit) CHECK(lists.control_variables.objects[0].name == variables[0].name);
  }
  // Of a text that grows meanwhile, as much as there is room for.
  with_tool_information(plugin);
  variables.resize(1);
  plugin.call.mpidbg_cvar_get_origin = [](mqs_process *, int, mpidbg_cvar_origin_t *, char *file, int *length) {
    give(std::string(static_cast<std::size_t>(*length) + 88, 'f'), file, length);
    return int{MPIDBG_SUCCESS};
  };
  const VariableLists lists = read_from(plugin, {.control_variables = true});
  CHECK(lists.control_variables.objects.at(0).source_file == std::string(512 + 88, 'f'));
}

TEST_CASE("performance variables are read of the process, of its communicators, or of what the recorder knows") {
  fake::ScriptedPlugin plugin;
  with_tool_information(plugin);
  script.number = 2;  // of recorded objects
  variables.resize(6);
  variables[1].values = {value_of(1), value_of(2)};
  variables[1].enumerator = 0xe000;
  variables[2].bind = MPIDBG_T_BIND_MPI_COMM;
  variables[3].bind = MPIDBG_T_BIND_MPI_WIN;
  script.results = {{"info 4", MPIDBG_T_ERR_INVALID_INDEX},
                    {"value origin 1", MPIDBG_ERR_UNAVAILABLE},
                    {"description 5", MPIDBG_ERR_NO_MEM}};
  ProcessReport report;
  report.communicators.resize(3);
  report.communicators[0].handle = Address(0x1000);
  report.communicators[1].flags = MPIDBG_COMM_INFO_COMM_NULL;
  report.communicators[2].handle = Address(0x2000);
  read_variables(plugin.talk, {.performance_variables = true}, report);
  CHECK(all_of_list(report.variables.performance_variables) ==
        "0 variable, about it, 6 2 7 0 0 readonly; 0: 1 of snapshot 0\n"
        "1 variable, about it, 6 2 7 0 57344 continuous; 0: 1 2\n"
        "2 variable, about it, 6 2 7 1 0 atomic; 4096: 1 of snapshot 4098; 8192: (error 4)\n"
        "3 variable, about it, 6 2 7 8 0; 32768: 1 of snapshot 32771; 32769: 1 of snapshot 32772\n"
        "inactive: 1\n"
        "problem: error 5\n");
  // Where memory does not show communicators, the recorder's are asked for.
  variables.resize(3);
  report.variables = {};
  report.sees_memory = false;
  script.results.clear();
  read_variables(plugin.talk, {.performance_variables = true}, report);
  CHECK(shown(report.variables.performance_variables.objects.at(2)) ==
        "2 variable, about it, 6 2 7 1 0 atomic; 32768: 1 of snapshot 32770; 32769: 1 of snapshot 32771\n");
}

TEST_CASE("odd values of performance variables, and why there are none") {
  fake::ScriptedPlugin plugin;
  with_tool_information(plugin);
  const auto read = [&](const ScriptedVariable &variable, int code = MPIDBG_SUCCESS) {
    variables = {variable};
    script.results["current 0"] = code;
    const VariableLists lists = read_from(plugin, {.performance_variables = true});
    REQUIRE(lists.performance_variables.objects.size() == 1);
    const std::string text = shown(lists.performance_variables.objects[0]);
    return text.substr(text.find("readonly") + 8);
  };
  ScriptedVariable variable;
  variable.values.clear();
  CHECK(read(variable) == "; 0: of snapshot 0\n");
  variable.values = {of_type(MPIDBG_T_DATATYPE_MAX)};
  CHECK(read(variable) == std::string("; 0: of snapshot 0 (") + no_such_type + "), no value: " + no_such_type + "\n");
  variable.values = {value_of(1)};
  for (const int claimed : {-1, most_value_elements + 1}) {
    variable.claimed = claimed;
    CHECK(read(variable) == ", no value: it has an implausible number of elements\n");
  }
  CHECK(read({}, MPIDBG_ERR_UNAVAILABLE) == ", no value: error 4\n");

  // Of objects each has its own problem.
  ScriptedVariable bound;
  bound.bind = MPIDBG_T_BIND_MPI_FILE;
  bound.values = {of_type(MPIDBG_T_DATATYPE_MAX)};
  script.number = 1;
  CHECK(read(bound) == std::string("; 32768: of snapshot 32768 (") + no_such_type + ")\n");
  script.number = 0;
  CHECK(read(bound) == "\n");
  script.number = -1;
  CHECK(read(bound) == "\n");
  for (const int objects : {256, 257}) {
    script.number = objects;
    asked.clear();
    read(bound);
    CHECK(asked.size() == 256);
  }
  const std::string unread = ", no value: it belongs to objects of the library's that are not read for it\n";
  script.results["objects 0"] = MPIDBG_ERR_NOT_SUPPORTED;
  CHECK(read(bound) == unread);
  script.results.clear();
  plugin.call.mpidbg_pvar_objects = nullptr;
  CHECK(read(bound) == unread);
}

TEST_CASE("categories are read with their members, and variables for their names alone") {
  fake::ScriptedPlugin plugin;
  with_tool_information(plugin);
  variables.resize(1);
  categories = {{"first", {1, 2, 1, 2}}, {"second", {0, 0, 0, 0}}, {"third", {0, 0, 1, 0}}};
  script.number = 1;
  VariableLists lists = read_from(plugin, {.categories = true});
  CHECK(all_of_list(lists.categories) ==
        "0 first, of first: 10; 20 -1; 30; 40 -1;\n"
        "1 second, of second:;;;;\n"
        "2 third, of third:;; 30;;\n");
  CHECK(lists.update_number == 17);
  CHECK(all_of_list(lists.control_variables) == "0 variable, , 6 7 0 5 0\n");
  CHECK(all_of_list(lists.performance_variables) == "0 variable, , 6 2 7 0 0 readonly\n");
  CHECK(lists.events.objects.size() == 1);
  CHECK(asked.empty());
  CHECK((lists.categories.asked && !lists.control_variables.asked && !lists.events.asked && !lists.sources.asked));

  // A plugin that knows of no events.
  for (const bool lacks_number : {true, false}) {
    with_tool_information(plugin);
    categories = {{"first", {1, 0, 1, 0}}};
    if (lacks_number) plugin.call.mpidbg_category_get_num_events = nullptr;
    if (!lacks_number) plugin.call.mpidbg_category_get_events = nullptr;
    script.results["members 2"] = MPIDBG_ERR_UNAVAILABLE;
    CHECK(all_of_list(read_from(plugin, {.categories = true}).categories) == "0 first, of first: 10;;;;\n");
  }

  // One whose members cannot be read is left out.
  const auto problem = [&](const char *function, int code, int members = 1) {
    with_tool_information(plugin);
    categories = {{"first", {members, 1, 1, 1}}, {"second", {}}};
    script.results[function] = code;
    lists = read_from(plugin, {.categories = true});
    CHECK(lists.categories.objects.size() == (lists.categories.problem.empty() ? 2 : 1));
    return lists.categories.problem;
  };
  CHECK(problem("changed", MPIDBG_ERR_NOT_SUPPORTED) == "");
  CHECK_FALSE(lists.update_number);
  for (const char *function : {"category 0", "category's description 0", "events of category 0", "members 0",
                               "members 1", "members 2", "members 3"})
    CHECK(problem(function, MPIDBG_ERR_NO_MEM) == "error 5");
  constexpr int limit = mpidbg::limits::category_members;
  CHECK(problem("", 0, limit) == "");
  CHECK(problem("", 0, limit + 1) == "error 4");
  CHECK(problem("", 0, -1) == "error 4");
}

TEST_CASE("why variables are not read: the plugin lacks a function, or was not set up, or does not say how many") {
  fake::ScriptedPlugin plugin;
  PluginFunctions &call = with_tool_information(plugin).call;
  variables.resize(1);
  Questions all;
  all.control_variables = all.performance_variables = all.categories = all.events = all.sources = true;
  const auto problem_is = [&](const std::string &problem) {
    read_from(plugin, all).for_each([&](const auto &list) {
      CHECK(list.asked);
      CHECK(list.problem == problem);
      CHECK(list.objects.empty());
    });
  };
  const auto lacks = [&](auto &function) {
    const auto kept = std::exchange(function, nullptr);
    problem_is("the plugin " + plugin_path("extended") + " answers no queries of variables");
    function = kept;
  };
  lacks(call.mpidbg_cvar_get_num);
  lacks(call.mpidbg_cvar_get_info);
  lacks(call.mpidbg_cvar_read);
  lacks(call.mpidbg_cvar_get_origin);
  lacks(call.mpidbg_pvar_get_num);
  lacks(call.mpidbg_pvar_get_info);
  lacks(call.mpidbg_pvar_current);
  lacks(call.mpidbg_category_get_num);
  lacks(call.mpidbg_category_get_info);
  lacks(call.mpidbg_category_get_cvars);
  lacks(call.mpidbg_category_get_pvars);
  lacks(call.mpidbg_category_get_categories);
  lacks(call.mpidbg_category_changed);
  lacks(call.mpidbg_enum_get_info);
  lacks(call.mpidbg_enum_get_item);
  plugin.talk.handles_ready = false;
  problem_is("the plugin could not be set up for queries of variables");
  plugin.talk.handles_ready = true;
  script.results["variables"] = MPIDBG_ERR_UNAVAILABLE;
  CHECK(read_from(plugin, all).control_variables.problem == "error 4");
  CHECK(read_from(plugin, all).performance_variables.problem == "error 4");
  script.results.clear();
  call.mpidbg_cvar_get_num = number_of_them;
  script.number = mpidbg::limits::tool_variables + 1;
  CHECK(read_from(plugin, all).control_variables.problem == "the plugin claims 65537 of them");
  CHECK(read_from(plugin, all).performance_variables.objects.size() == 1);
  script.number = -1;
  CHECK(read_from(plugin, all).control_variables.problem == "the plugin claims -1 of them");
  // Who asks for nothing of it gets nothing, not even that it is missing.
  call.mpidbg_cvar_get_num = nullptr;
  const VariableLists nothing = read_from(plugin, {.details = true});
  CHECK_FALSE(nothing.asked());
  CHECK(nothing.events.problem.empty());
}
