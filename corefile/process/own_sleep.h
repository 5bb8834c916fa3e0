#pragma once
// Recognises threads that sleep until another thread of their process wakes them: in a barrier, a condition variable,
// or a join.

#include <span>

#include "corefile/process/machine.h"
#include "corefile/process/memory_reader.h"

namespace corefile {

// Returns true if the thread is asleep in the kernel, without a timeout, until another thread of its process wakes it
// or, in pthread_join(), ends. Only registers and one word of memory are needed, so this works for any library and for
// core files. `threads` has all threads of the process, which must be stopped.
bool sleeps_for_own_process(const ThreadRegisters &thread, std::span<const ThreadRegisters> threads,
                            const ReadMemory &read);

}  // namespace corefile
