// These are the entry points mpidbg_cvar_*, for control variables of MPI_T.

#include <algorithm>
#include <cstring>

#include "mpidbg/base/limits.h"
#include "mpidbg/entry/tool_query.h"

using namespace mpidbg;
using namespace mpidbg::entry;

namespace {

struct Elements {
  model::VariableType type;
  std::vector<model::VariableValue> values;  // has at least one element
};

Result<Elements> read_variable(model::ToolInformation &tool, int index) {
  MPIDBG_ASSIGN(variable, tool.control_variable(index));
  MPIDBG_ASSIGN(found, tool.control_variable_value(index));
  return Elements{variable.type, std::move(found)};
}

void return_elements(const Elements &from, std::size_t room, mpidbg_t_value_t values[], char *text, int *text_len) {
  if (values != nullptr) {
    for (std::size_t i = 0; i < std::min(room, from.values.size()); ++i)
      values[i] = pack_value(from.type, from.values[i]);
  }
  if (from.type != model::VariableType::character) return return_value(text_len, 0);
  const auto *characters = std::get_if<std::string>(&from.values.front());
  return_text(characters != nullptr ? *characters : std::string(), text, text_len);
}

Outcome no_handle(mpidbg_cvar_handle_t handle) {
  return {Refusal::invalid_handle, "there is no handle " + std::to_string(handle) + " of a control variable"};
}

}  // namespace

extern "C" {

int mpidbg_cvar_get_num(mqs_process *process, int *num_cvar) {
  return run_tool_query(process, Refusal::invalid_index, [&](model::ToolInformation &tool) -> Status {
    MPIDBG_ASSIGN(count, tool.control_variable_count());
    return_value(num_cvar, count);
    return {};
  });
}

int mpidbg_cvar_get_info(mqs_process *process, int cvar_index, char *name, int *name_len, int *verbosity,
                         enum mpidbg_t_datatype_t *datatype, mpidbg_enum_t *enumtype, char *desc, int *desc_len,
                         int *bind, int *scope) {
  return run_tool_query(process, Refusal::invalid_index, [&](model::ToolInformation &tool) -> Status {
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
  return run_tool_query(process, Refusal::invalid_name, [&](model::ToolInformation &tool) -> Status {
    MPIDBG_ASSIGN(index, tool.control_variable_index(name));
    return_value(cvar_index, index);
    return {};
  });
}

int mpidbg_cvar_read(mqs_process *process, int cvar_index, int len, struct mpidbg_t_value_t values[], int *count,
                     char *text, int *text_len) {
  return run_tool_query(process, Refusal::invalid_index, [&](model::ToolInformation &tool) -> Status {
    MPIDBG_ASSIGN(found, read_variable(tool, cvar_index));
    return_value(count, found.values.size());
    return_elements(found, static_cast<std::size_t>(std::max(len, 0)), values, text, text_len);
    return {};
  });
}

int mpidbg_cvar_get_origin(mqs_process *process, int cvar_index, struct mpidbg_cvar_origin_t *origin, char *file,
                           int *file_len) {
  return run_tool_query(process, Refusal::invalid_index, [&](model::ToolInformation &tool) -> Status {
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

int mpidbg_cvar_get_original_name(mqs_process *process, int cvar_index, char *name, int *name_len) {
  return run_tool_query(process, Refusal::invalid_index, [&](model::ToolInformation &tool) -> Status {
    MPIDBG_ASSIGN(variable, tool.control_variable(cvar_index));
    return_text(variable.original_name, name, name_len);
    return {};
  });
}

int mpidbg_cvar_get_value_origin(mqs_process *process, int cvar_index, struct mpidbg_t_origin_t *origin) {
  return run_tool_query(process, Refusal::invalid_index, [&](model::ToolInformation &tool) -> Status {
    MPIDBG_ASSIGN(found, tool.control_variable_origin(cvar_index));
    return_origin(found, origin);
    return {};
  });
}

int mpidbg_cvar_handle_alloc(mqs_process *process, int cvar_index, const mqs_taddr_t *obj_handle,
                             mpidbg_cvar_handle_t *handle, int *count) {
  return run_tool(process, [&](ToolState &state) -> Outcome {
    auto tool = state.selected();
    if (!tool) return tool.error();
    const auto variable = (*tool)->control_variable(cvar_index);
    if (!variable) {
      const ErrorCode code = variable.error().code;
      const bool is_missing = code == ErrorCode::out_of_range || code == ErrorCode::not_found;
      return is_missing ? Outcome(Refusal::invalid_index, variable.error().message) : Outcome(variable.error());
    }
    if (variable->bind != model::Binding::none && obj_handle == nullptr) {
      return {Refusal::invalid, variable->name + " needs an object to be bound to"};
    }
    const auto value = (*tool)->control_variable_value(cvar_index);
    if (!value) return value.error();
    if (state.cvar_handles.size() >= limits::tool_handles)
      return {Refusal::out_of_handles, "there are too many handles"};
    const auto *text = std::get_if<std::string>(&value->front());
    return_value(count, text == nullptr ? value->size() : text->size() + 1);
    const std::uint64_t made = state.next_cvar_handle++;
    state.cvar_handles[made] = {cvar_index, value->size()};
    return_value(handle, made);
    return {};
  });
}

int mpidbg_cvar_handle_free(mqs_process *process, mpidbg_cvar_handle_t *handle) {
  if (handle == nullptr) return invalid_argument(process, "a handle is missing");
  return run_tool(process, [&](ToolState &state) -> Outcome {
    if (state.cvar_handles.erase(*handle) == 0) return no_handle(*handle);
    *handle = MPIDBG_CVAR_HANDLE_NULL;
    return {};
  });
}

int mpidbg_cvar_handle_read(mqs_process *process, mpidbg_cvar_handle_t handle, struct mpidbg_t_value_t values[],
                            char *text, int *text_len) {
  return run_tool(process, [&](ToolState &state) -> Outcome {
    const auto found = state.cvar_handles.find(handle);
    if (found == state.cvar_handles.end()) return no_handle(handle);
    auto tool = state.selected();
    if (!tool) return tool.error();
    const auto elements = read_variable(**tool, found->second.index);
    if (!elements) return elements.error();
    if (elements->values.size() < found->second.elements) {
      return Error{ErrorCode::unavailable, "the variable has " + std::to_string(elements->values.size()) +
                                               " elements in this state, and the handle " +
                                               std::to_string(found->second.elements)};
    }
    return_elements(*elements, found->second.elements, values, text, text_len);
    return {};
  });
}

int mpidbg_cvar_write(mqs_process *process, mpidbg_cvar_handle_t handle, const struct mpidbg_t_value_t *) {
  return run_tool(process, [&](ToolState &state) -> Outcome {
    if (!state.cvar_handles.contains(handle)) return no_handle(handle);
    return {Refusal::set_never, "nothing is ever written to a process"};
  });
}

}  // extern "C"
