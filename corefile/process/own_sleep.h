#pragma once
// Threads that sleep until another thread of their process wakes them: in a barrier, a condition variable, a join.

#include <span>

#include "corefile/process/machine.h"
#include "corefile/process/memory_reader.h"

namespace corefile {

// Whether the kernel has put the thread to sleep, without a time limit, until a thread of its own process wakes it or,
// in pthread_join(), ends; and nobody has done so. By its registers and one word of memory, so whatever library it is
// in, and of a core file, too. `threads`: all of its process, stopped.
bool sleeps_for_own_process(const ThreadRegisters &thread, std::span<const ThreadRegisters> threads,
                            const ReadMemory &read);

}  // namespace corefile
