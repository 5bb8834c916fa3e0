#pragma once
// Determines what the threads of a process do in MPI. All front ends use these functions to complete their stacks.

#include <vector>

#include "mqs_shim/records/records.h"
#include "mqs_shim/stacks/call_site.h"
#include "mqs_shim/stacks/mpi_stack.h"
#include "mqs_shim/stacks/process_code.h"

namespace mqs_shim {

// Adds the members of MpiStack to the stacks, and the functions of a Python program. Reads memory of the process, which
// must not run.
std::vector<MpiStack> mpi_stacks(std::vector<ThreadStack> threads, const ProcessCode &process);

// Adds source lines, functions as they are in the source, and a frame for each inlined function. Frames that have
// source lines already are not changed. Reads debug information but no memory, so that it can be called after the
// process was let go.
void name_frames(MpiStack &stack, const ProcessCode &process, NamedFrames which);

// Adds the places of the calls that the recorder has noted. Reads debug information but no memory.
void name_last_calls(ProcessReport &report, const ProcessCode &process);

}  // namespace mqs_shim
