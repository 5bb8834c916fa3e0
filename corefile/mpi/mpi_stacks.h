#pragma once
// Returns the stacks of a process with the MPI calls of its threads.

#include <vector>

#include "corefile/process/process.h"
#include "mqs_shim/stacks/mpi_stacks.h"

namespace corefile {

using mqs_shim::MpiStack;

// Returns one stack for each thread, the main thread first, including the functions of a Python program. A live process
// must be stopped, as for Process::stacks().
Result<std::vector<MpiStack>> mpi_stacks(Process &process);

// Adds to a stack the functions' names as in the source, source lines, and a frame for each inlined function. Reads
// debug information but no memory of the process, and can therefore be called after the process was resumed.
void name_frames(MpiStack &stack, const Process &process, mqs_shim::NamedFrames which);

// Adds source lines to the last MPI calls in a report. mpidbg's recorder has stored these calls in the process.
void name_last_calls(mqs_shim::ProcessReport &report, const Process &process);

}  // namespace corefile
