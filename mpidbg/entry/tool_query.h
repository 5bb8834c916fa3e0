#pragma once
// Implements the steps that the functions in mpit_interface.h have in common.

#include <string>

#include "mpidbg/abi/mpit_interface.h"
#include "mpidbg/entry/query.h"
#include "mpidbg/entry/tool_state.h"

namespace mpidbg::entry {

using model::mpit::Outcome;
using model::mpit::Refusal;

// Returns a string through `buffer` and `length` according to MPI's convention; see mpit_interface.h.
void return_text(const std::string &text, char *buffer, int *length);

// Assigns a value to an output parameter, which may be null.
template <class Target, class Source>
void return_value(Target *target, Source value) {
  if (target != nullptr) *target = static_cast<Target>(value);
}

// Convert numbers to the form of the interface, which has no room for strings: the result for a string is zero. `to`
// must have room for all values.
mpidbg_t_value_t pack_value(model::VariableType type, const model::VariableValue &value);
void pack_values(model::VariableType type, const std::vector<model::VariableValue> &from, mpidbg_t_value_t to[]);

// Fills in `to`, unless it is null, as far as its struct_size allows.
void return_origin(const model::ValueOrigin &from, mpidbg_t_origin_t *to);

// Returns copies of the pairs in an array in the host's memory; does nothing if `hints` is null.
void return_hints(Allocations &memory, const std::vector<model::InfoPair> &pairs, mpidbg_t_hints_t *hints);
// Copies the pairs that the host has passed. A null pointer gives no pairs, and pairs with a null text are left out.
std::vector<model::InfoPair> to_pairs(const mpidbg_t_hints_t *hints);

// Returns the result code for an outcome and stores its sentence for mpidbg_error_detail.
int tool_result(ProcessState *process, const Outcome &outcome);

// Runs `query(tool_state)`, which returns an Outcome, for the process.
template <class Query>
int run_tool(mqs_process *process, Query &&query) noexcept {
  return guard_mpidbg([&]() -> int {
    ProcessState *state = process_state(process);
    if (state == nullptr) {
      return mpidbg_failure(nullptr, Error{ErrorCode::unavailable, "the process was not set up with this plugin"});
    }
    state->error.clear();
    const bool fresh = state->attached == nullptr;  // attaching reads all data
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

// Runs `query(tool_information)`, which returns a Status, for the selected state. Returns the refusal `missing` if the
// requested item does not exist.
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

// Returns the code for an invalid argument and stores the sentence for mpidbg_error_detail.
int invalid_argument(mqs_process *process, const char *sentence) noexcept;

}  // namespace mpidbg::entry
