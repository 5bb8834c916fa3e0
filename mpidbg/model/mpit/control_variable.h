#pragma once
// A control variable of the MPI tool information interface. Plain data.

#include <string>

#include "mpidbg/base/address.h"
#include "mpidbg/model/mpit/variable_value.h"

namespace mpidbg::model {

// Where and how a variable may be changed (MPI_T_SCOPE_*). The values are those of mpidbg_t_scope_t.
enum class VariableScope { constant, readonly, local, group, group_equal, all, all_equal };

// The origin of a value; `unknown` if the library does not keep it. The values are those of mpidbg_cvar_source_t.
enum class VariableSource { default_value, command_line, environment, file, set_by_call, override_file, unknown };

// Describes one control variable, without its value.
struct ControlVariable {
  int index = -1;
  std::string name;
  // The text that describes the variable; empty if there is none.
  std::string description;
  VariableType type = VariableType::int_type;
  // The enumeration that names the values; null if there is none.
  Address enumerator{};
  // The intended audience: 0 user basic, 1 user detail, 2 user all, 3-5 tuner, 6-8 developer of MPI.
  int verbosity = 0;
  Binding bind = Binding::none;
  VariableScope scope = VariableScope::constant;

  // The following members are facts that the library knows beyond the interface.

  VariableSource source = VariableSource::default_value;
  // The file that set the value; empty if the value does not come from a file.
  std::string source_file;
  // The line in that file; -1 if unknown.
  int source_line = -1;
  // The index of the variable of which this is another name; -1 if it is not a synonym.
  int synonym_of = -1;
  // The name of that variable, which may be inactive; empty if it is not a synonym or the name is unknown.
  std::string original_name;
  bool deprecated = false;
  // True if the variable is not intended for users.
  bool internal = false;
  // True if the value can be read but not set.
  bool default_only = false;
};

}  // namespace mpidbg::model
