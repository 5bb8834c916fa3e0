#pragma once
// Determines what the threads of a process do in MPI. All front ends pass the stacks that they have unwound to these
// functions, which complete them.

#include <vector>

#include "mqs_shim/records/records.h"
#include "mqs_shim/stacks/call_site.h"
#include "mqs_shim/stacks/mpi_stack.h"
#include "mqs_shim/stacks/process_code.h"

namespace mqs_shim {

// Converts unwound stacks to MpiStack: adds the MPI call of each thread, and the functions of a Python program. Reads
// memory of the process, which must not run.
std::vector<MpiStack> mpi_stacks(std::vector<ThreadStack> threads, const ProcessCode &process);

// Adds source lines, functions as they are in the source, and a frame for each inlined function, and for each function
// of the program that ended with a jump to the next inner one (a tail call). Frames that have source lines already are
// not changed. Reads debug information or else code, but no memory that changes, so that it can be called after the
// process was let go. A frame of a jump that debug information does not describe has a function and a module, but no
// offset.
void name_frames(MpiStack &stack, const ProcessCode &process, NamedFrames which);

// Adds function, file and line of the calls that the recorder has noted. Reads debug information but no memory.
void name_last_calls(ProcessReport &report, const ProcessCode &process);

}  // namespace mqs_shim
