#pragma once
// Which variables, categories and events --name and --changed let through.

#include <string>

#include "mqs_shim/records/variables.h"
#include "mqs_shim/render/render.h"

namespace mqs_shim {

// A pattern as shells have it: * stands for any characters, ? for one, [...] for one of several. Empty: every name.
bool is_meant(const std::string &pattern, const std::string &name);

template <class Record>
bool is_chosen(const RenderOptions &options, const Record &record) {
  return is_meant(options.variable, record.name);
}

// Also those of which is not known where the value came from: is_in_doubt().
inline bool is_chosen(const RenderOptions &options, const ControlVariableRecord &record) {
  if (options.changed && record.origin && record.origin->source == MPIDBG_CVAR_DEFAULT) return false;
  return is_meant(options.variable, record.name);
}

// Chosen although it is not known whether the value is the default, which --changed asks for.
template <class Record>
bool is_in_doubt(const RenderOptions &, const Record &) {
  return false;
}
inline bool is_in_doubt(const RenderOptions &options, const ControlVariableRecord &record) {
  const bool is_known = record.origin && record.origin->source != MPIDBG_CVAR_SOURCE_UNKNOWN;
  return options.changed && !is_known && is_chosen(options, record);
}

}  // namespace mqs_shim
