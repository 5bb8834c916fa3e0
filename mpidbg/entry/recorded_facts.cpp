#include "mpidbg/entry/recorded_facts.h"

namespace mpidbg::entry {

using model::recorded::RecordedObject;

std::optional<RecordedObject> recorded(ProcessState &state, model::MpiLibrary &library, model::HandleKind kind,
                                       Handle handle) {
  const auto recorder = state.recorder();
  if (!recorder || (library.objects() == nullptr && kind != model::HandleKind::communicator)) return std::nullopt;
  auto object = (*recorder)->object(kind, handle, &library);
  if (!object) return std::nullopt;
  return std::move(*object);
}

FreedHandle freed_handle(ProcessState &state, model::MpiLibrary &library, model::HandleKind kind, Handle handle,
                         std::optional<bool> inferred) {
  const auto object = recorded(state, library, kind, handle);
  if (object && object->live()) return {false, false};
  if (object && object->freed() && has_whole_record(state)) return {true, false, object->kept};
  return {inferred, inferred.has_value()};
}

bool add_recorded_users(ProcessState &state, model::MpiLibrary &library, model::HandleReference object,
                        std::vector<model::HandleReference> &users) {
  const auto recorder = state.recorder();
  return recorder && model::recorded::complete_users(object, users, **recorder, library);
}

bool has_whole_record(ProcessState &state) {
  const auto recorder = state.recorder();
  return recorder && (*recorder)->record() && (*recorder)->problem().empty();
}

bool keeps_freed(ProcessState &state) {
  return has_whole_record(state) && (*(*state.recorder())->record())->header().kept_most != 0;
}

}  // namespace mpidbg::entry
