#pragma once
// Adds facts from the recorder to the facts that the library's memory shows about an object.

#include <optional>
#include <vector>

#include "mpidbg/entry/state.h"
#include "mpidbg/model/recorded/completed_objects.h"

namespace mpidbg::entry {

// Returns the recorder's facts about a handle; nullopt without a recorder, or if it does not know the handle.
std::optional<model::recorded::RecordedObject> recorded(ProcessState &state, model::MpiLibrary &library,
                                                        model::HandleKind kind, Handle handle);

// States whether the program has freed the handle of an object that still exists in memory.
struct FreedHandle {
  // True if the program has freed the handle; empty if unknown.
  std::optional<bool> freed;
  // True if `freed` is inferred from memory; false if the recorder saw the call.
  bool inferred = false;
  // True if the recorder has prevented the library from freeing the object (MPIDBG_KEEP_FREED).
  bool kept = false;

  // Returns true if the recorder holds the last reference, so that without the recorder the library would have
  // destroyed the object.
  bool is_object_freed(int reference_count) const { return kept && reference_count == 1; }
};
// Combines `inferred`, the conclusion from memory, with the recorder's facts. The latter take precedence, unless the
// recorder was paused: then a freed handle may have been reused for an object whose creation was not recorded.
FreedHandle freed_handle(ProcessState &state, model::MpiLibrary &library, model::HandleKind kind, Handle handle,
                         std::optional<bool> inferred);

// Adds facts that only the record has to an object that was read from memory; see completed_objects.h.
template <class Object>
void add_recorded(ProcessState &state, model::MpiLibrary &library, Object &object) {
  if (const auto recorder = state.recorder()) model::recorded::complete(object, **recorder, library);
}

// Adds those users of an object that only the record has. Returns true if the record has all users.
bool add_recorded_users(ProcessState &state, model::MpiLibrary &library, model::HandleReference object,
                        std::vector<model::HandleReference> &users);

// Returns true if there is a recorder and nothing is missing in its record.
bool has_whole_record(ProcessState &state);

// Returns true if has_whole_record() does and the recorder keeps objects that the program frees (MPIDBG_KEEP_FREED).
bool keeps_freed(ProcessState &state);

}  // namespace mpidbg::entry
