#pragma once
// The stacks of a process with what its threads do in MPI.

#include <vector>

#include "corefile/process/process.h"
#include "mqs_shim/stacks/mpi_stacks.h"

namespace corefile {

using mqs_shim::MpiStack;

// One for each thread, the main thread first; with the functions of a Python program. For a live process only while it
// is stopped, as Process::stacks().
Result<std::vector<MpiStack>> mpi_stacks(Process &process);

// Names the frames: functions as they were written, source lines, and a frame more for each inlined function. Reads
// debug information, no memory of the process: to be called after it was let go.
void name_frames(MpiStack &stack, const Process &process, mqs_shim::NamedFrames which);

// Adds the places of the calls that the recorder has noted.
void name_last_calls(mqs_shim::ProcessReport &report, const Process &process);

}  // namespace corefile
