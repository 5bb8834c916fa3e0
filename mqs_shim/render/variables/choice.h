#pragma once
// Selects the variables, categories and events that --name and --changed let through.

#include <string>

#include "mqs_shim/records/variables.h"
#include "mqs_shim/render/render.h"

namespace mqs_shim {

// Matches a name against a shell pattern: * stands for any characters, ? for one, [...] for one of several. An empty
// pattern matches every name.
bool is_meant(const std::string &pattern, const std::string &name);

template <class Record>
bool is_chosen(const RenderOptions &options, const Record &record) {
  return is_meant(options.variable, record.name);
}

// Returns true if the name matches the pattern and, with --changed, the value is not known to be the default. A
// variable whose value is of unknown origin is therefore chosen (see is_in_doubt()).
inline bool is_chosen(const RenderOptions &options, const ControlVariableRecord &record) {
  if (options.changed && record.origin && record.origin->source == MPIDBG_CVAR_DEFAULT) return false;
  return is_meant(options.variable, record.name);
}

// Returns true if --changed is set, and the variable was chosen although it is not known whether its value is the
// default.
template <class Record>
bool is_in_doubt(const RenderOptions &, const Record &) {
  return false;
}
inline bool is_in_doubt(const RenderOptions &options, const ControlVariableRecord &record) {
  const bool is_known = record.origin && record.origin->source != MPIDBG_CVAR_SOURCE_UNKNOWN;
  return options.changed && !is_known && is_chosen(options, record);
}

}  // namespace mqs_shim
