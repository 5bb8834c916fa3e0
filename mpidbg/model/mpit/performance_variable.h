#pragma once
// Describes performance variables of the MPI tool information interface. Plain data.

#include <string>

#include "mpidbg/base/address.h"
#include "mpidbg/model/mpit/variable_value.h"

namespace mpidbg::model {

// The class of a variable (MPI_T_PVAR_CLASS_*). The values are those of mpidbg_pvar_class_t.
enum class PerformanceClass {
  state,
  level,
  size,
  percentage,
  high_watermark,
  low_watermark,
  counter,
  aggregate,
  timer,
  generic
};

// Returns true if the variable counts from some starting point, so that only differences between its values have a
// meaning.
inline bool is_sum(PerformanceClass variable_class) {
  return variable_class == PerformanceClass::counter || variable_class == PerformanceClass::aggregate ||
         variable_class == PerformanceClass::timer;
}
inline bool is_watermark(PerformanceClass variable_class) {
  return variable_class == PerformanceClass::high_watermark || variable_class == PerformanceClass::low_watermark;
}

// Describes one performance variable, without its value.
struct PerformanceVariable {
  int index = -1;
  std::string name;
  // The text that describes the variable; empty if there is none.
  std::string description;
  PerformanceClass variable_class = PerformanceClass::generic;
  VariableType type = VariableType::int_type;
  // The address of the enumeration that names the values of a variable of type MPI_INT; null if there is none.
  Address enumerator{};
  // The intended audience; see ControlVariable::verbosity.
  int verbosity = 0;
  Binding bind = Binding::none;
  // The three flags that MPI_T_pvar_get_info returns under these names.
  bool readonly = false;
  bool continuous = false;
  bool atomic = false;
};

}  // namespace mpidbg::model
