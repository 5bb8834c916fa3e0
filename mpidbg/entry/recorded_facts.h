#pragma once
// What the recorder adds to what the library's memory shows of an object.

#include <optional>

#include "mpidbg/entry/state.h"

namespace mpidbg::entry {

// Nothing without a recorder, or where it knows nothing of the handle.
std::optional<model::recorded::RecordedObject> recorded(ProcessState &state, model::MpiLibrary &library,
                                                        model::HandleKind kind, Handle handle);

// Whether the program has freed the handle of an object that lives on in memory.
struct FreedHandle {
  std::optional<bool> freed;  // empty: not known
  bool inferred = false;      // from memory; else the recorder saw it
  bool kept = false;          // the recorder has not told the library (MPIDBG_KEEP_FREED)

  // True where the recorder's reference is the last one: without the recorder the library had destroyed the object.
  bool is_object_freed(int reference_count) const { return kept && reference_count == 1; }
};
// `inferred`: what memory lets conclude. The recorder's word counts more, unless it was paused: then a freed handle may
// be in use for another object that it did not see made.
FreedHandle freed_handle(ProcessState &state, model::MpiLibrary &library, model::HandleKind kind, Handle handle,
                         std::optional<bool> inferred);

// Whether a recorder that has missed nothing is there.
bool has_whole_record(ProcessState &state);

// Whether, moreover, it keeps objects that the program frees (MPIDBG_KEEP_FREED).
bool keeps_freed(ProcessState &state);

}  // namespace mpidbg::entry
