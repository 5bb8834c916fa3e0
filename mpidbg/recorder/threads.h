#pragma once
// The threads of the process that make MPI calls.

#include <cstdint>

#include "mpidbg/recorder/record_format.h"

namespace recorder {

// The recorder's state of one thread.
struct ThisThread {
  // Null if the thread has no entry yet or is not recorded.
  mpidbg_record_thread *entry;
  // The index of the entry.
  std::uint16_t index;
  // The frame of the wrapper that the program called; 0 outside of MPI. A wrapper with a deeper frame was called from
  // within MPI. If its frame is not deeper although this is set, the outer call was left by longjmp or an exception.
  std::uintptr_t outer_frame;
};
extern constinit thread_local ThisThread this_thread;

// Makes an entry for this thread, after starting to record if necessary. Returns false if this call is not recorded.
bool start_thread();
inline bool start_thread_if_new() {
  return this_thread.entry != nullptr || start_thread();
}

// Must be called once, when the record is mapped.
void prepare_threads();
// Must be called in a forked child.
void keep_this_thread_alone();

}  // namespace recorder
