// These are the entry points mpidbg_pvar_session_* and mpidbg_pvar_handle_*, and the functions that start, stop, read
// and reset the variable of a handle.

#include "mpidbg/entry/tool_query.h"

using namespace mpidbg;
using namespace mpidbg::entry;

namespace {

using Sessions = model::mpit::ExperimentSessions;

// Runs `action`, which starts, stops or resets the variable of one handle or of all handles.
int run_for_handles(mqs_process *process, mpidbg_pvar_session_t session, mpidbg_pvar_handle_t handle,
                    Outcome (Sessions::*action)(model::mpit::States &, model::mpit::Moment, Sessions::Id,
                                                Sessions::Id)) noexcept {
  return run_tool(process,
                  [&](ToolState &state) { return (state.sessions.*action)(state, state.moment(), session, handle); });
}

int run_read(mqs_process *process, mpidbg_pvar_session_t session, mpidbg_pvar_handle_t handle,
             mpidbg_t_value_t values[],
             Outcome (Sessions::*action)(model::mpit::States &, model::mpit::Moment, Sessions::Id, Sessions::Id,
                                         model::VariableType &, std::vector<model::VariableValue> &)) noexcept {
  if (values == nullptr) return invalid_argument(process, "the pointer to the values is null");
  return run_tool(process, [&](ToolState &state) -> Outcome {
    model::VariableType type{};
    std::vector<model::VariableValue> found;
    Outcome outcome = (state.sessions.*action)(state, state.moment(), session, handle, type, found);
    if (outcome) pack_values(type, found, values);
    return outcome;
  });
}

}  // namespace

extern "C" {

int mpidbg_pvar_session_create(mqs_process *process, mpidbg_pvar_session_t *session) {
  if (session == nullptr) return invalid_argument(process, "the pointer to the session is null");
  return run_tool(process, [&](ToolState &state) -> Outcome {
    if (auto tool = state.selected(); !tool) return tool.error();
    return state.sessions.create(*session);
  });
}

int mpidbg_pvar_session_free(mqs_process *process, mpidbg_pvar_session_t *session) {
  if (session == nullptr) return invalid_argument(process, "a session is missing");
  return run_tool(process, [&](ToolState &state) -> Outcome {
    Outcome outcome = state.sessions.free(*session);
    if (outcome) *session = MPIDBG_PVAR_SESSION_NULL;
    return outcome;
  });
}

int mpidbg_pvar_handle_alloc(mqs_process *process, mpidbg_pvar_session_t session, int pvar_index,
                             const mqs_taddr_t *obj_handle, mpidbg_pvar_handle_t *handle, int *count) {
  if (handle == nullptr) return invalid_argument(process, "the pointer to the handle is null");
  return run_tool(process, [&](ToolState &state) -> Outcome {
    const auto object = obj_handle == nullptr ? std::nullopt : std::optional(Address(*obj_handle));
    std::size_t elements = 0;
    Outcome outcome = state.sessions.alloc(state, state.moment(), session, pvar_index, object, *handle, elements);
    if (outcome) return_value(count, elements);
    return outcome;
  });
}

int mpidbg_pvar_handle_free(mqs_process *process, mpidbg_pvar_session_t session, mpidbg_pvar_handle_t *handle) {
  if (handle == nullptr) return invalid_argument(process, "a handle is missing");
  return run_tool(process, [&](ToolState &state) -> Outcome {
    Outcome outcome = state.sessions.free_handle(session, *handle);
    if (outcome) *handle = MPIDBG_PVAR_HANDLE_NULL;
    return outcome;
  });
}

int mpidbg_pvar_start(mqs_process *process, mpidbg_pvar_session_t session, mpidbg_pvar_handle_t handle) {
  return run_for_handles(process, session, handle, &Sessions::start);
}

int mpidbg_pvar_stop(mqs_process *process, mpidbg_pvar_session_t session, mpidbg_pvar_handle_t handle) {
  return run_for_handles(process, session, handle, &Sessions::stop);
}

int mpidbg_pvar_read(mqs_process *process, mpidbg_pvar_session_t session, mpidbg_pvar_handle_t handle,
                     struct mpidbg_t_value_t values[]) {
  return run_read(process, session, handle, values, &Sessions::read);
}

int mpidbg_pvar_write(mqs_process *process, mpidbg_pvar_session_t session, mpidbg_pvar_handle_t handle,
                      const struct mpidbg_t_value_t[]) {
  return run_tool(process, [&](ToolState &state) { return state.sessions.write(session, handle); });
}

int mpidbg_pvar_reset(mqs_process *process, mpidbg_pvar_session_t session, mpidbg_pvar_handle_t handle) {
  return run_for_handles(process, session, handle, &Sessions::reset);
}

int mpidbg_pvar_readreset(mqs_process *process, mpidbg_pvar_session_t session, mpidbg_pvar_handle_t handle,
                          struct mpidbg_t_value_t values[]) {
  return run_read(process, session, handle, values, &Sessions::read_reset);
}

}  // extern "C"
