#pragma once
// A control variable of the MPI tool information interface. Plain data.

#include <string>

#include "mpidbg/base/address.h"
#include "mpidbg/model/mpit/variable_value.h"

namespace mpidbg::model {

// Numbered as mpidbg_t_scope_t.
enum class VariableScope { constant, readonly, local, group, group_equal, all, all_equal };

// Where a value came from; unknown where the library does not keep it. Numbered as mpidbg_cvar_source_t.
enum class VariableSource { default_value, command_line, environment, file, set_by_call, override_file, unknown };

struct ControlVariable {
  int index = -1;
  std::string name;
  std::string description;  // empty if it has none
  VariableType type = VariableType::int_type;
  Address enumerator{};  // null if it has none
  int verbosity = 0;     // 0 user basic, 1 user detail, 2 user all, 3-5 tuner, 6-8 developer of MPI
  Binding bind = Binding::none;
  VariableScope scope = VariableScope::constant;

  // What the library knows beyond the interface.
  VariableSource source = VariableSource::default_value;
  std::string source_file;    // empty if no file gave the value
  int source_line = -1;       // in it; -1 not known
  int synonym_of = -1;        // index of the variable that this is another name of; -1: of none
  std::string original_name;  // of that variable, which may be inactive; empty: of none, or not known
  bool deprecated = false;
  bool internal = false;      // not meant for users
  bool default_only = false;  // a value to read, which cannot be set
};

}  // namespace mpidbg::model
