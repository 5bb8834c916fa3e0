#pragma once
// Describes control variables of the MPI tool information interface. Plain data.

#include <string>

#include "mpidbg/base/address.h"
#include "mpidbg/model/mpit/variable_value.h"

namespace mpidbg::model {

// States where a variable may be changed, and for which processes the change must be the same (MPI_T_SCOPE_*). The
// values are those of mpidbg_t_scope_t.
enum class VariableScope { constant, readonly, local, group, group_equal, all, all_equal };

// States where a value comes from; `unknown` if the library does not store that. The values are those of
// mpidbg_cvar_source_t.
enum class VariableSource { default_value, command_line, environment, file, set_by_call, override_file, unknown };

// Describes one control variable, without its value.
struct ControlVariable {
  int index = -1;
  std::string name;
  // The text that describes the variable; empty if there is none.
  std::string description;
  VariableType type = VariableType::int_type;
  // The address of the enumeration that names the values; null if there is none.
  Address enumerator{};
  // The intended audience: 0 user basic, 1 user detail, 2 user all, 3-5 tuner, 6-8 developer of MPI.
  int verbosity = 0;
  Binding bind = Binding::none;
  VariableScope scope = VariableScope::constant;

  // The members below are facts that the library stores but that MPI_T does not return.

  VariableSource source = VariableSource::default_value;
  // The file that set the value; empty if the value does not come from a file.
  std::string source_file;
  // The number of the line in that file; -1 if unknown.
  int source_line = -1;
  // The index of the variable for which this variable is another name; -1 if it is not a synonym.
  int synonym_of = -1;
  // The name of the variable with index `synonym_of`, which may be inactive; empty if unknown or if this variable is
  // not a synonym.
  std::string original_name;
  bool deprecated = false;
  // True if the variable is not intended for users.
  bool internal = false;
  // True if the value can be read but not set.
  bool default_only = false;
};

}  // namespace mpidbg::model
