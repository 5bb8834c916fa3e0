// These are the entry points mpidbg_event_handle_*, and the functions that set callbacks and dropped handlers.

#include <algorithm>

#include "mpidbg/entry/tool_query.h"
#include "mpidbg/model/mpit/bound_kind.h"

using namespace mpidbg;
using namespace mpidbg::entry;

namespace {

using Playback = model::mpit::Playback;

static_assert(Playback::any_object == MPIDBG_T_ANY_OBJECT);

int run_hints(mqs_process *process, mpidbg_t_hints_t *info_used,
              const std::function<Outcome(Playback &, std::vector<model::InfoPair> &)> &query) noexcept {
  return run_tool(process, [&](ToolState &state) -> Outcome {
    std::vector<model::InfoPair> pairs;
    if (Outcome outcome = query(state.playback, pairs); !outcome) return outcome;
    Allocations memory;
    return_hints(memory, pairs, info_used);
    memory.hand_over();
    return {};
  });
}

bool is_live(mqs_process *process, model::HandleKind kind, Address object) {
  const auto library = process_state(process)->library();
  if (!library || (*library)->handles() == nullptr) return false;
  const auto live = (*library)->handles()->live(kind);
  return live && std::find(live->begin(), live->end(), handle_of(**library, kind, object.value())) != live->end();
}

// Succeeds for an object to which the event type can be bound: a live one, or one that may be gone and has recorded
// events.
Outcome check_object(mqs_process *process, ToolState &state, const model::EventType &type, Address object) {
  const auto kind = model::mpit::bound_kind(type.bind);
  if (!kind || object.value() == Playback::any_object || is_live(process, *kind, object)) return {};
  const auto recording = state.recording();
  if (!recording) return recording.error();
  const auto events = (*recording)->events(0, (*recording)->next_event());
  if (!events) return events.error();
  const bool is_known = std::any_of(events->begin(), events->end(), [&](const model::EventInstance &event) {
    return event.type == type.index && event.object == object;
  });
  if (is_known) return {};
  return {Refusal::invalid_handle, type.name + " can only be bound to an object that is live or has recorded events"};
}

mpidbg_t_cb_safety_t level_of(int safety) {
  return static_cast<mpidbg_t_cb_safety_t>(safety);
}

}  // namespace

extern "C" {

int mpidbg_event_handle_alloc(mqs_process *process, int event_index, const mqs_taddr_t *obj_handle,
                              const struct mpidbg_t_hints_t *info, mpidbg_event_registration_t *registration) {
  if (registration == nullptr) return invalid_argument(process, "the pointer to the registration is null");
  return run_tool(process, [&](ToolState &state) -> Outcome {
    auto tool = state.selected();
    if (!tool) return tool.error();
    const auto type = (*tool)->event_type(event_index);
    if (!type) {
      const ErrorCode code = type.error().code;
      const bool is_missing = code == ErrorCode::out_of_range || code == ErrorCode::not_found;
      return is_missing ? Outcome(Refusal::invalid_index, type.error().message) : Outcome(type.error());
    }
    const auto object = obj_handle == nullptr ? std::nullopt : std::optional(Address(*obj_handle));
    if (object) {
      if (Outcome found = check_object(process, state, *type, *object); !found) return found;
    }
    return state.playback.alloc(*type, object, to_pairs(info), *registration);
  });
}

int mpidbg_event_handle_set_info(mqs_process *process, mpidbg_event_registration_t registration,
                                 const struct mpidbg_t_hints_t *info) {
  return run_tool(process, [&](ToolState &state) { return state.playback.set_hints(registration, to_pairs(info)); });
}

int mpidbg_event_handle_get_info(mqs_process *process, mpidbg_event_registration_t registration,
                                 struct mpidbg_t_hints_t *info_used) {
  return run_hints(process, info_used, [&](Playback &playback, std::vector<model::InfoPair> &pairs) {
    return playback.hints(registration, pairs);
  });
}

int mpidbg_event_handle_free(mqs_process *process, mpidbg_event_registration_t *registration, void *user_data,
                             mpidbg_event_free_cb_function_t free_cb_function) {
  if (registration == nullptr) return invalid_argument(process, "a registration is missing");
  return run_tool(process, [&](ToolState &state) -> Outcome {
    Playback::FreeCallback freed;
    if (free_cb_function != nullptr) {
      freed = [=](Playback::Id id, int safety) { free_cb_function(id, level_of(safety), user_data); };
    }
    const mpidbg_event_registration_t wanted = *registration;
    Outcome outcome = state.playback.free(wanted, std::move(freed));
    if (outcome) *registration = MPIDBG_EVENT_REGISTRATION_NULL;
    return outcome;
  });
}

int mpidbg_event_register_callback(mqs_process *process, mpidbg_event_registration_t registration,
                                   enum mpidbg_t_cb_safety_t cb_safety, const struct mpidbg_t_hints_t *info,
                                   void *user_data, mpidbg_event_cb_function_t event_cb_function) {
  return run_tool(process, [&](ToolState &state) {
    Playback::Callback callback;
    if (event_cb_function != nullptr) {
      callback = [=](Playback::Id instance, Playback::Id id, int safety) {
        event_cb_function(instance, id, level_of(safety), user_data);
      };
    }
    return state.playback.set_callback(registration, static_cast<int>(cb_safety), to_pairs(info), user_data,
                                       std::move(callback));
  });
}

int mpidbg_event_callback_set_info(mqs_process *process, mpidbg_event_registration_t registration,
                                   enum mpidbg_t_cb_safety_t cb_safety, const struct mpidbg_t_hints_t *info) {
  return run_tool(process, [&](ToolState &state) {
    return state.playback.set_callback_hints(registration, static_cast<int>(cb_safety), to_pairs(info));
  });
}

int mpidbg_event_callback_get_info(mqs_process *process, mpidbg_event_registration_t registration,
                                   enum mpidbg_t_cb_safety_t cb_safety, struct mpidbg_t_hints_t *info_used) {
  return run_hints(process, info_used, [&](Playback &playback, std::vector<model::InfoPair> &pairs) {
    return playback.callback_hints(registration, static_cast<int>(cb_safety), pairs);
  });
}

int mpidbg_event_set_dropped_handler(mqs_process *process, mpidbg_event_registration_t registration,
                                     mpidbg_event_dropped_cb_function_t dropped_cb_function) {
  return run_tool(process, [&](ToolState &state) {
    Playback::DroppedHandler handler;
    if (dropped_cb_function != nullptr) {
      handler = [=](std::int64_t count, Playback::Id id, int source, int safety, void *user) {
        dropped_cb_function(count, id, source, level_of(safety), user);
      };
    }
    return state.playback.set_dropped_handler(registration, std::move(handler));
  });
}

int mpidbg_event_set_playback_safety(mqs_process *process, int cb_safety) {
  return run_tool(process, [&](ToolState &state) { return state.playback.set_safety(cb_safety); });
}

int mpidbg_event_rewind(mqs_process *process) {
  return run_tool(process, [&](ToolState &state) -> Outcome {
    if (state.playback.is_playing()) {
      return {Refusal::not_accessible, "events cannot be played again from within a callback"};
    }
    state.rewind();
    return {};
  });
}

}  // extern "C"
