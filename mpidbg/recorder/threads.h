#pragma once
// Manages the recorder's data about the threads of the process that make MPI calls.

#include <cstdint>

#include "mpidbg/recorder/record_format.h"

namespace recorder {

// Holds the recorder's state of one thread.
struct ThisThread {
  // Points to the entry in the record; null if the thread has no entry yet or is not recorded.
  mpidbg_record_thread *entry;
  // The index of the entry in the record's table of threads.
  std::uint16_t index;
  // The address of the stack frame of the wrapper that the program called; 0 outside of MPI. A wrapper with a deeper
  // frame was called from within MPI. A wrapper with a frame that is not deeper shows that the outer call was left by
  // longjmp or an exception.
  std::uintptr_t outer_frame;
};
extern constinit thread_local ThisThread this_thread;

// Adds an entry for this thread, and starts recording if necessary. Returns false if this call is not recorded.
bool start_thread();
inline bool start_thread_if_new() {
  return this_thread.entry != nullptr || start_thread();
}

// Arranges that the entries of threads are marked as ended when the threads end. Must be called once, when the record
// is mapped.
void prepare_threads();
// Marks all other threads as ended. Must be called in a forked child.
void keep_this_thread_alone();

}  // namespace recorder
