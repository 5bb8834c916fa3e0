// mpidbg_cvar_*: control variables.

#include <algorithm>
#include <cstring>

#include "mpidbg/entry/tool_query.h"

using namespace mpidbg;
using namespace mpidbg::entry;

extern "C" {

int mpidbg_cvar_get_num(mqs_process *process, int *num_cvar) {
  return run_tool_query(process, MPIDBG_T_ERR_INVALID_INDEX, [&](model::ToolInformation &tool) -> Status {
    MPIDBG_ASSIGN(count, tool.control_variable_count());
    return_value(num_cvar, count);
    return {};
  });
}

int mpidbg_cvar_get_info(mqs_process *process, int cvar_index, char *name, int *name_len, int *verbosity,
                         enum mpidbg_t_datatype_t *datatype, mpidbg_enum_t *enumtype, char *desc, int *desc_len,
                         int *bind, int *scope) {
  return run_tool_query(process, MPIDBG_T_ERR_INVALID_INDEX, [&](model::ToolInformation &tool) -> Status {
    MPIDBG_ASSIGN(variable, tool.control_variable(cvar_index));
    return_text(variable.name, name, name_len);
    return_value(verbosity, variable.verbosity);
    return_value(datatype, variable.type);
    return_value(enumtype, variable.enumerator.value());
    return_text(variable.description, desc, desc_len);
    return_value(bind, variable.bind);
    return_value(scope, variable.scope);
    return {};
  });
}

int mpidbg_cvar_get_index(mqs_process *process, const char *name, int *cvar_index) {
  if (name == nullptr) return invalid_argument(process, "a name is missing");
  return run_tool_query(process, MPIDBG_T_ERR_INVALID_NAME, [&](model::ToolInformation &tool) -> Status {
    MPIDBG_ASSIGN(index, tool.control_variable_index(name));
    return_value(cvar_index, index);
    return {};
  });
}

int mpidbg_cvar_read(mqs_process *process, int cvar_index, struct mpidbg_t_value_t *value, char *text, int *text_len) {
  return run_tool_query(process, MPIDBG_T_ERR_INVALID_INDEX, [&](model::ToolInformation &tool) -> Status {
    MPIDBG_ASSIGN(variable, tool.control_variable(cvar_index));
    MPIDBG_ASSIGN(found, tool.control_variable_value(cvar_index));
    return_value(value, pack_value(variable.type, found));
    if (variable.type != model::VariableType::character) {
      return_value(text_len, 0);
    } else {
      const auto *characters = std::get_if<std::string>(&found);
      return_text(characters != nullptr ? *characters : std::string(), text, text_len);
    }
    return {};
  });
}

int mpidbg_cvar_get_origin(mqs_process *process, int cvar_index, struct mpidbg_cvar_origin_t *origin, char *file,
                           int *file_len) {
  return run_tool_query(process, MPIDBG_T_ERR_INVALID_INDEX, [&](model::ToolInformation &tool) -> Status {
    MPIDBG_ASSIGN(variable, tool.control_variable(cvar_index));
    if (origin != nullptr) {
      mpidbg_cvar_origin_t filled{};
      filled.struct_size = origin->struct_size;
      filled.source = static_cast<mpidbg_cvar_source_t>(variable.source);
      filled.source_line = variable.source_line;
      filled.synonym_of = variable.synonym_of;
      filled.deprecated = variable.deprecated;
      filled.internal = variable.internal;
      filled.default_only = variable.default_only;
      std::memcpy(origin, &filled, std::min<std::size_t>(filled.struct_size, sizeof filled));
    }
    return_text(variable.source_file, file, file_len);
    return {};
  });
}

}  // extern "C"
