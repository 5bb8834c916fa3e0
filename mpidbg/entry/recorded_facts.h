#pragma once
// Adds facts from the recorder to those that the library's memory shows about an object.

#include <optional>

#include "mpidbg/entry/state.h"

namespace mpidbg::entry {

// Returns nullopt without a recorder, or if the recorder does not know the handle.
std::optional<model::recorded::RecordedObject> recorded(ProcessState &state, model::MpiLibrary &library,
                                                        model::HandleKind kind, Handle handle);

// Whether the program has freed the handle of an object that still exists in memory.
struct FreedHandle {
  // True if the program has freed the handle; empty if unknown.
  std::optional<bool> freed;
  // True if the fact is inferred from memory; false if the recorder saw it.
  bool inferred = false;
  // The recorder has not passed the call on to the library (MPIDBG_KEEP_FREED).
  bool kept = false;

  // Returns true if the recorder holds the last reference, so that the library would have destroyed the object without
  // it.
  bool is_object_freed(int reference_count) const { return kept && reference_count == 1; }
};
// `inferred` is the conclusion from memory. The recorder's knowledge takes precedence, unless it was paused: then a
// freed handle may have been reused for an object whose creation it did not see.
FreedHandle freed_handle(ProcessState &state, model::MpiLibrary &library, model::HandleKind kind, Handle handle,
                         std::optional<bool> inferred);

// Returns true if there is a recorder and it has missed nothing.
bool has_whole_record(ProcessState &state);

// Returns true if, in addition, it keeps objects that the program frees (MPIDBG_KEEP_FREED).
bool keeps_freed(ProcessState &state);

}  // namespace mpidbg::entry
