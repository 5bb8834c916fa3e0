// These are the entry points mpidbg_pvar_*, for performance variables of MPI_T.

#include <algorithm>
#include <cstring>

#include "mpidbg/entry/tool_query.h"

using namespace mpidbg;
using namespace mpidbg::entry;

extern "C" {

int mpidbg_pvar_get_num(mqs_process *process, int *num_pvar) {
  return run_tool_query(process, Refusal::invalid_index, [&](model::ToolInformation &tool) -> Status {
    MPIDBG_ASSIGN(count, tool.performance_variable_count());
    return_value(num_pvar, count);
    return {};
  });
}

int mpidbg_pvar_get_info(mqs_process *process, int pvar_index, char *name, int *name_len, int *verbosity,
                         int *var_class, enum mpidbg_t_datatype_t *datatype, mpidbg_enum_t *enumtype, char *desc,
                         int *desc_len, int *bind, int *readonly, int *continuous, int *atomic) {
  return run_tool_query(process, Refusal::invalid_index, [&](model::ToolInformation &tool) -> Status {
    MPIDBG_ASSIGN(variable, tool.performance_variable(pvar_index));
    return_text(variable.name, name, name_len);
    return_value(verbosity, variable.verbosity);
    return_value(var_class, variable.variable_class);
    return_value(datatype, variable.type);
    return_value(enumtype, variable.enumerator.value());
    return_text(variable.description, desc, desc_len);
    return_value(bind, variable.bind);
    return_value(readonly, variable.readonly);
    return_value(continuous, variable.continuous);
    return_value(atomic, variable.atomic);
    return {};
  });
}

int mpidbg_pvar_get_index(mqs_process *process, const char *name, int var_class, int *pvar_index) {
  if (name == nullptr) return invalid_argument(process, "a name is missing");
  return run_tool_query(process, Refusal::invalid_name, [&](model::ToolInformation &tool) -> Status {
    MPIDBG_ASSIGN(index, tool.performance_variable_index(name, static_cast<model::PerformanceClass>(var_class)));
    return_value(pvar_index, index);
    return {};
  });
}

int mpidbg_pvar_current(mqs_process *process, int pvar_index, mqs_taddr_t object, int len,
                        struct mpidbg_t_value_t values[], int *count) {
  if (len < 0) return invalid_argument(process, "a length is negative");
  return run_tool_query(process, Refusal::invalid_index, [&](model::ToolInformation &tool) -> Status {
    MPIDBG_ASSIGN(variable, tool.performance_variable(pvar_index));
    MPIDBG_ASSIGN(found, tool.performance_variable_value(pvar_index, Address(object)));
    const std::size_t room = values == nullptr ? 0 : std::min(found.size(), static_cast<std::size_t>(len));
    for (std::size_t i = 0; i < room; ++i) values[i] = pack_value(variable.type, found[i]);
    return_value(count, found.size());
    return {};
  });
}

int mpidbg_pvar_objects(mqs_process *process, int pvar_index, int len, mqs_taddr_t objects[], int *count) {
  if (len < 0) return invalid_argument(process, "a length is negative");
  return run_tool_query(process, Refusal::invalid_index, [&](model::ToolInformation &tool) -> Status {
    MPIDBG_ASSIGN(found, tool.performance_variable_objects(pvar_index));
    const std::size_t room = objects == nullptr ? 0 : std::min(found.size(), static_cast<std::size_t>(len));
    for (std::size_t i = 0; i < room; ++i) objects[i] = found[i].value();
    return_value(count, found.size());
    return {};
  });
}

int mpidbg_pvar_get_origin(mqs_process *process, int pvar_index, mqs_taddr_t object, struct mpidbg_t_origin_t *origin) {
  return run_tool_query(process, Refusal::invalid_index, [&](model::ToolInformation &tool) -> Status {
    MPIDBG_ASSIGN(found, tool.performance_variable_origin(pvar_index, Address(object)));
    return_origin(found, origin);
    return {};
  });
}

}  // extern "C"
