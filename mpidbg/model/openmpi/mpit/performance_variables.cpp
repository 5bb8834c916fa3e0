// Implements the part of ToolVariables that reads performance variables.

#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/base/limits.h"
#include "mpidbg/layout/openmpi/mpit/constants.h"
#include "mpidbg/model/openmpi/handles.h"
#include "mpidbg/model/openmpi/mpit/tool_variables.h"

namespace mpidbg::model::openmpi {

namespace constants = layout::openmpi;

namespace {

// The largest distance from a static function to the first exported function of the same source file. The exported
// function follows the static ones in memory.
constexpr std::uint64_t static_functions_bytes = 2048;

}  // namespace

Result<PerformanceVariable> ToolVariables::performance_variable(int index) {
  MPIDBG_ASSIGN(view, active_performance_variable(index));
  const std::uint32_t level = view.get(&PerformanceVariableLayout::verbosity),
                      flags = view.get(&PerformanceVariableLayout::flags);
  const auto bind = static_cast<std::uint32_t>(view.get(&PerformanceVariableLayout::bind));
  const std::int32_t variable_class = view.get(&PerformanceVariableLayout::var_class);
  if (level >= constants::variable_levels || variable_class < 0 || variable_class >= constants::performance_classes ||
      bind >= constants::variable_bindings) {
    return Error{ErrorCode::corrupt,
                 "performance variable " + std::to_string(index) + " at " + hex(view.address()) + " has class " +
                     std::to_string(variable_class) + ", level " + std::to_string(level) + ", binding " +
                     std::to_string(bind),
                 view.address()};
  }
  PerformanceVariable variable;
  variable.index = index;
  MPIDBG_ASSIGN(own_name, name(view.get(&PerformanceVariableLayout::name), "mca_base_pvar_t.name"));
  variable.name = std::move(own_name);
  MPIDBG_ASSIGN(description, text(view.get(&PerformanceVariableLayout::description), "mca_base_pvar_t.description"));
  variable.description = std::move(description);
  MPIDBG_ASSIGN(type, type_of(view.get(&PerformanceVariableLayout::type), view.address()));
  variable.type = type;
  if (type == VariableType::int_type) variable.enumerator = view.get(&PerformanceVariableLayout::enumerator);
  variable.variable_class = static_cast<PerformanceClass>(variable_class);
  variable.verbosity = static_cast<int>(level);
  variable.bind = static_cast<Binding>(bind);
  variable.readonly = (flags & constants::performance_readonly) != 0;
  variable.continuous = (flags & constants::performance_continuous) != 0;
  variable.atomic = (flags & constants::performance_atomic) != 0;
  return variable;
}

Result<int> ToolVariables::performance_variable_index(const std::string &wanted, PerformanceClass variable_class) {
  MPIDBG_ASSIGN(count, performance_variable_count());
  for (int index = 0; index < count; ++index) {
    MPIDBG_ASSIGN(view, tables_.object(VariableTable::performance, index, layouts().performance_variable));
    if ((view.get(&PerformanceVariableLayout::flags) & constants::performance_invalid) != 0) continue;
    if (view.get(&PerformanceVariableLayout::var_class) != static_cast<int>(variable_class)) continue;
    MPIDBG_ASSIGN(found, text(view.get(&PerformanceVariableLayout::name), "mca_base_pvar_t.name"));
    if (found == wanted) return index;
  }
  return Error{ErrorCode::not_found, "no performance variable has the name '" + wanted + "' of this class"};
}

// Returns true if the function is the library's own getter. The getter copies the value that the variable's ctx points
// to. It is static and has no symbol. It is recognised by its address, because its source file has no other such
// function.
bool ToolVariables::reads_memory(Address get_value) const {
  const auto first = process_.image.find_function("mca_base_pvar_init");
  const auto last = process_.image.find_function("mca_base_pvar_dump");
  return first && last && *first < *last && get_value + static_functions_bytes >= *first && get_value < *last;
}

Result<std::vector<VariableValue>> ToolVariables::performance_variable_value(int index, Address object) {
  MPIDBG_ASSIGN(variable, performance_variable(index));
  if (variable.bind == Binding::communicator && handles_.layer->has_counter(variable.name)) {
    return handles_.layer->counter(variable.name, object);
  }
  MPIDBG_ASSIGN(view, active_performance_variable(index));
  if (variable.bind != Binding::none || !reads_memory(view.get(&PerformanceVariableLayout::get_value))) {
    return Error{ErrorCode::unavailable, variable.name + " is not in memory: a function of the library computes it"};
  }
  MPIDBG_ASSIGN(value, value_at(view.get(&PerformanceVariableLayout::ctx), variable.type, "mca_base_pvar_t.ctx"));
  return std::vector<VariableValue>{std::move(value)};
}

}  // namespace mpidbg::model::openmpi
