#pragma once
// The threads of the process that make MPI calls.

#include <cstdint>

#include "mpidbg/recorder/record_format.h"

namespace recorder {

struct ThisThread {
  mpidbg_record_thread *entry;  // null: none yet, or not recorded
  std::uint16_t index;          // of the entry
  // The frame of the wrapper that the program called; 0 outside of MPI. A wrapper whose frame is deeper is called
  // from within MPI. If its frame is not deeper although this is set, the outer call was left by longjmp or an
  // exception.
  std::uintptr_t outer_frame;
};
extern constinit thread_local ThisThread this_thread;

// An entry for this thread, after starting to record where that has not happened. False: this call is not recorded.
bool start_thread();
inline bool start_thread_if_new() {
  return this_thread.entry != nullptr || start_thread();
}

void prepare_threads();         // once, when the record is mapped
void keep_this_thread_alone();  // in a forked child

}  // namespace recorder
