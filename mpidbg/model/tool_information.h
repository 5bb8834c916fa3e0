#pragma once
// The MPI tool information interface (MPI_T) of a process: what its functions would answer there, read from memory.
//
// Indices are the library's own and stay. Of a function that takes an index: out_of_range beyond the last one,
// not_found for one that is inactive now, since the component that it belonged to was unloaded. Both errors mean
// nothing else.

#include <string>
#include <vector>

#include "mpidbg/base/result.h"
#include "mpidbg/model/category.h"
#include "mpidbg/model/control_variable.h"
#include "mpidbg/model/enumerator.h"
#include "mpidbg/model/performance_variable.h"

namespace mpidbg::model {

class ToolInformation {
 public:
  virtual ~ToolInformation() = default;

  virtual Result<int> control_variable_count() = 0;  // inactive ones included
  virtual Result<ControlVariable> control_variable(int index) = 0;
  virtual Result<int> control_variable_index(const std::string &name) = 0;  // not_found: no active one has the name
  virtual Result<VariableValue> control_variable_value(int index) = 0;

  virtual Result<int> performance_variable_count() = 0;
  virtual Result<PerformanceVariable> performance_variable(int index) = 0;
  virtual Result<int> performance_variable_index(const std::string &name, PerformanceClass variable_class) = 0;
  // Its elements now, for the object that it is bound to (null if it is bound to none). Errors: unavailable where the
  // value is not in memory but computed by a function of the library, or begins with a session.
  virtual Result<std::vector<VariableValue>> performance_variable_value(int index, Address object) = 0;

  virtual Result<int> category_count() = 0;
  // Errors: corrupt if the category contains itself, or one that does.
  virtual Result<Category> category(int index) = 0;
  virtual Result<int> category_index(const std::string &name) = 0;
  // Grows with each change of the categories.
  virtual Result<int> category_update_number() = 0;

  // Errors: not_found if there is no enumerator at the address.
  virtual Result<Enumerator> enumerator(Address address) = 0;
};

}  // namespace mpidbg::model
