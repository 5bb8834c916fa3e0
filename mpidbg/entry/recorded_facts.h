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
};
// `inferred`: what memory lets conclude. The recorder's word counts more, unless it was paused: then a freed handle may
// be in use for another object that it did not see made.
FreedHandle freed_handle(ProcessState &state, model::MpiLibrary &library, model::HandleKind kind, Handle handle,
                         std::optional<bool> inferred);

// Whether a recorder that has missed nothing is there.
bool has_whole_record(ProcessState &state);

}  // namespace mpidbg::entry
