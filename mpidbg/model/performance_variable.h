#pragma once
// A performance variable of the MPI tool information interface. Plain data.

#include <string>

#include "mpidbg/base/address.h"
#include "mpidbg/model/variable_value.h"

namespace mpidbg::model {

// Numbered as mpidbg_pvar_class_t.
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

struct PerformanceVariable {
  int index = -1;
  std::string name;
  std::string description;  // empty if it has none
  PerformanceClass variable_class = PerformanceClass::generic;
  VariableType type = VariableType::int_type;
  Address enumerator{};  // only of MPI_INT; null if it has none
  int verbosity = 0;     // as of ControlVariable
  Binding bind = Binding::none;
  bool readonly = false;
  bool continuous = false;
  bool atomic = false;
};

}  // namespace mpidbg::model
