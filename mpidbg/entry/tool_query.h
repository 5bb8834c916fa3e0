#pragma once
// What the functions of mpit_interface.h have in common.

#include <string>

#include "mpidbg/abi/mpit_interface.h"
#include "mpidbg/entry/query.h"
#include "mpidbg/entry/tool_state.h"

namespace mpidbg::entry {

using model::mpit::Outcome;
using model::mpit::Refusal;

// MPI's convention for returning strings; see mpit_interface.h.
void return_text(const std::string &text, char *buffer, int *length);

// What a null pointer to it ignores.
template <class Target, class Source>
void return_value(Target *target, Source value) {
  if (target != nullptr) *target = static_cast<Target>(value);
}

mpidbg_t_value_t pack_value(model::VariableType type, const model::VariableValue &value);
void pack_values(model::VariableType type, const std::vector<model::VariableValue> &from, mpidbg_t_value_t to[]);

void return_origin(const model::ValueOrigin &from, mpidbg_t_origin_t *to);

// An array in memory of the host's; null if there is nothing to return them to. `pairs` are copied.
void return_hints(Allocations &memory, const std::vector<model::InfoPair> &pairs, mpidbg_t_hints_t *hints);
std::vector<model::InfoPair> to_pairs(const mpidbg_t_hints_t *hints);

// The code of an outcome, whose sentence is remembered.
int tool_result(ProcessState *process, const Outcome &outcome);

// Runs `query(tool_state)`, an Outcome, for the process.
template <class Query>
int run_tool(mqs_process *process, Query &&query) noexcept {
  return guard_mpidbg([&]() -> int {
    ProcessState *state = process_state(process);
    if (state == nullptr) {
      return mpidbg_failure(nullptr, Error{ErrorCode::unavailable, "the process was not set up with this plugin"});
    }
    state->error.clear();
    const bool fresh = state->attached == nullptr;  // attaching reads
    if (!state->held) state->forget_record();
    if (!state->held || state->may_have_run) {
      const auto library = state->library();
      if (library) {
        const Status refreshed = state->refresh_if_needed(**library, fresh);
        if (!refreshed) return mpidbg_failure(state, refreshed.error());
      }
    }
    return tool_result(state, query(state->tool()));
  });
}

// Runs `query(tool_information)`, a Status, for the selected state. `missing` is what is said where the query says that
// what was asked for does not exist.
template <class Query>
int run_tool_query(mqs_process *process, Refusal missing, Query &&query) noexcept {
  return run_tool(process, [&](ToolState &tool) -> Outcome {
    auto selected = tool.selected();
    if (!selected) return selected.error();
    const Status answered = query(**selected);
    if (answered) return {};
    const ErrorCode code = answered.error().code;
    const bool is_missing = code == ErrorCode::not_found || code == ErrorCode::out_of_range;
    return is_missing ? Outcome(missing, answered.error().message) : Outcome(answered.error());
  });
}

// An argument that cannot be.
int invalid_argument(mqs_process *process, const char *sentence) noexcept;

}  // namespace mpidbg::entry
