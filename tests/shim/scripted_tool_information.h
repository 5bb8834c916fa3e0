#pragma once
// A plugin that answers what a test writes into `script` when it is asked of MPI_T.

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <map>
#include <string>
#include <vector>

#include "mqs_shim/records/variables.h"
#include "scripted_plugin.h"

namespace scripted {

using mqs_shim::PluginFunctions;

// A text as MPI gives it: cut to the buffer, with its complete length.
inline void give(const std::string &text, char *buffer, int *length) {
  if (length == nullptr) return;
  if (buffer != nullptr && *length > 0) {
    const std::size_t part = std::min(text.size(), static_cast<std::size_t>(*length) - 1);
    std::memcpy(buffer, text.data(), part);
    buffer[part] = '\0';
  }
  *length = static_cast<int>(text.size()) + 1;
}

inline mpidbg_t_value_t value_of(std::int64_t number, mpidbg_t_datatype_t datatype = MPIDBG_T_INT) {
  mpidbg_t_value_t value{};
  value.datatype = datatype;
  value.number.as_signed = number;
  return value;
}

inline mpidbg_t_value_t real(double number) {
  mpidbg_t_value_t value{};
  value.datatype = MPIDBG_T_DOUBLE;
  value.number.as_double = number;
  return value;
}

// What the functions below answer, and what they were asked.
struct Script {
  std::map<std::string, int> results;  // of functions that fail
  int number = 0;                      // of event types, sources, variables or snapshots
  std::string snapshot_problem;
  std::vector<int> selected;
  std::vector<mpidbg_event_registration_t> freed;
  std::map<mpidbg_event_registration_t, mpidbg_event_cb_function_t> raise;
  std::map<mpidbg_event_registration_t, mpidbg_event_dropped_cb_function_t> drop;
  void *user_data = nullptr;
};
inline Script script;

inline int result_of(const std::string &function) {
  const auto found = script.results.find(function);
  return found == script.results.end() ? static_cast<int>(MPIDBG_SUCCESS) : found->second;
}

inline int number_of_them(mqs_process *, int *number) {
  *number = script.number;
  return result_of("number");
}

constexpr mpidbg_event_registration_t first_registration = 100, unknown_registration = 555;

// The third claims a number of elements below zero and an empty text, the fourth more than there is room for.
inline int event_info(mqs_process *, int index, char *name, int *name_length, int *verbosity,
                      mpidbg_t_datatype_t *datatypes, std::int64_t *displacements, int *count,
                      mpidbg_enum_t *enumeration, mpidbg_t_hints_t *, char *description, int *description_length,
                      int *bind) {
  if (const int code = result_of("info " + std::to_string(index)); code != MPIDBG_SUCCESS) return code;
  give(index == 3 ? std::string(5000, 'n') : "event " + std::to_string(index), name, name_length);
  give(index == 3 ? std::string(4095, 'd') : "about " + std::to_string(index), description, description_length);
  if (index == 2) *name_length = 0;
  if (index == 2) *description_length = -1;
  *verbosity = MPIDBG_T_VERBOSITY_TUNER_BASIC + index;
  for (int i = 0; i < *count; ++i) {
    datatypes[i] = i % 2 == 0 ? MPIDBG_T_DOUBLE : MPIDBG_T_CHAR;
    displacements[i] = 8 * i;
  }
  *count = index == 2 ? -1 : index == 3 ? 70 : 2;
  *enumeration = index == 0 ? 0x900 : 0;
  *bind = MPIDBG_T_BIND_MPI_COMM;
  return MPIDBG_SUCCESS;
}

inline int source_info(mqs_process *, int index, char *name, int *name_length, char *description,
                       int *description_length, mpidbg_t_ordering_t *ordering, std::int64_t *ticks, std::int64_t *most,
                       mpidbg_t_hints_t *) {
  if (const int code = result_of("source " + std::to_string(index)); code != MPIDBG_SUCCESS) return code;
  give("source " + std::to_string(index), name, name_length);
  give("clock " + std::to_string(index), description, description_length);
  *ordering = index == 0 ? MPIDBG_T_SOURCE_ORDERED : MPIDBG_T_SOURCE_UNORDERED;
  *ticks = 1000 + index;
  *most = 5000 + index;
  return MPIDBG_SUCCESS;
}

// Plays two instances of each registration, the number of the second one higher by ten, and one of none.
inline int select_snapshot(mqs_process *, int index) {
  script.selected.push_back(index);
  if (const int code = result_of("select " + std::to_string(index)); code != MPIDBG_SUCCESS) return code;
  const auto safety = MPIDBG_T_CB_REQUIRE_NONE;
  for (const auto &[registration, raise] : script.raise) {
    raise(registration - first_registration, registration, safety, script.user_data);
    raise(registration - first_registration + 10, registration, safety, script.user_data);
    raise(1, unknown_registration, safety, script.user_data);
  }
  for (const auto &[registration, drop] : script.drop) {
    drop(3, registration, 0, safety, script.user_data);
    drop(registration == first_registration ? 4 : INT64_MAX, registration, 0, safety, script.user_data);
    drop(9, unknown_registration, 0, safety, script.user_data);
  }
  return MPIDBG_SUCCESS;
}

inline std::string instance_name(const char *function, mpidbg_event_instance_t instance) {
  return function + std::to_string(instance);
}

inline fake::ScriptedPlugin &with_events(fake::ScriptedPlugin &plugin) {
  script = {};
  PluginFunctions &call = plugin.call;
  call.mpidbg_event_get_num = call.mpidbg_source_get_num = number_of_them;
  call.mpidbg_event_get_info = event_info;
  call.mpidbg_source_get_info = source_info;
  call.mpidbg_event_handle_alloc = [](mqs_process *, int index, const mqs_taddr_t *object, const mpidbg_t_hints_t *,
                                      mpidbg_event_registration_t *registration) {
    CHECK(*object == MPIDBG_T_ANY_OBJECT);
    *registration = first_registration + static_cast<unsigned>(index);
    return result_of("alloc " + std::to_string(index));
  };
  call.mpidbg_event_handle_free = [](mqs_process *, mpidbg_event_registration_t *registration, void *,
                                     mpidbg_event_free_cb_function_t) {
    script.freed.push_back(*registration);
    return int{MPIDBG_SUCCESS};
  };
  call.mpidbg_event_register_callback = [](mqs_process *, mpidbg_event_registration_t registration,
                                           mpidbg_t_cb_safety_t, const mpidbg_t_hints_t *, void *user_data,
                                           mpidbg_event_cb_function_t function) {
    if (const int code = result_of("register"); code != MPIDBG_SUCCESS) return code;
    script.raise[registration] = function;
    script.user_data = user_data;
    return int{MPIDBG_SUCCESS};
  };
  call.mpidbg_event_set_dropped_handler = [](mqs_process *, mpidbg_event_registration_t registration,
                                             mpidbg_event_dropped_cb_function_t function) {
    script.drop[registration] = function;
    return result_of("dropped handler");
  };
  call.mpidbg_event_rewind = [](mqs_process *) { return result_of("rewind"); };
  call.mpidbg_event_read = [](mqs_process *, mpidbg_event_instance_t instance, int element, mpidbg_t_value_t *value) {
    *value = value_of(100 * static_cast<std::int64_t>(instance) + element);
    return element == 1 ? int{MPIDBG_T_ERR_INVALID} : int{MPIDBG_SUCCESS};
  };
  call.mpidbg_event_get_timestamp = [](mqs_process *, mpidbg_event_instance_t instance, std::int64_t *time) {
    *time = static_cast<std::int64_t>(instance) + 1000;
    return result_of(instance_name("time ", instance));
  };
  call.mpidbg_event_get_source = [](mqs_process *, mpidbg_event_instance_t instance, int *source) {
    *source = static_cast<int>(instance) + 20;
    return result_of(instance_name("source of ", instance));
  };
  call.mpidbg_event_get_object = [](mqs_process *, mpidbg_event_instance_t instance, mqs_taddr_t *object) {
    *object = instance + 0x4000;
    return result_of(instance_name("object ", instance));
  };
  call.mpidbg_snapshot_select = select_snapshot;
  call.mpidbg_snapshot_problem = [](mqs_process *) { return script.snapshot_problem.c_str(); };
  return plugin;
}

}  // namespace scripted
