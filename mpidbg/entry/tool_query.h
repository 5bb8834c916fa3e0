#pragma once
// What the functions of mpit_interface.h have in common.

#include <string>

#include "mpidbg/abi/mpit_interface.h"
#include "mpidbg/entry/query.h"

namespace mpidbg::entry {

// MPI's convention for returning strings; see mpit_interface.h.
void return_text(const std::string &text, char *buffer, int *length);

// What a null pointer to it ignores.
template <class Target, class Source>
void return_value(Target *target, Source value) {
  if (target != nullptr) *target = static_cast<Target>(value);
}

mpidbg_t_value_t pack_value(model::VariableType type, const model::VariableValue &value);

// Runs `query(tool_information)`, a Status, for the process. `missing` is the result where the query says that what was
// asked for does not exist.
template <class Query>
int run_tool_query(mqs_process *process, mpidbg_t_return_codes_t missing, Query &&query) noexcept {
  bool is_missing = false;
  const int code = run_query(process, nullptr, [&](ProcessState &, model::MpiLibrary &library) -> Status {
    Status answered = query(library.tool_information());
    is_missing = !answered &&
                 (answered.error().code == ErrorCode::not_found || answered.error().code == ErrorCode::out_of_range);
    return answered;
  });
  return is_missing ? static_cast<int>(missing) : code;
}

// An argument that cannot be.
int invalid_argument(mqs_process *process, const char *sentence) noexcept;

}  // namespace mpidbg::entry
