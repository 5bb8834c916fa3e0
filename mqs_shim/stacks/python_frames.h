#pragma once
// The functions of a Python program in the stacks of its threads.

#include <vector>

#include "mqs_shim/stacks/mpi_stack.h"
#include "mqs_shim/stacks/python/python_stacks.h"

namespace mqs_shim {

// Puts the functions that each run of the evaluator executes outwards of its frame, and marks the interpreter's frames
// and those of mpi4py (Frame::of_interpreter). Leaves a stack as it is if evaluator and functions do not fit together.
void put_python_frames(MpiStack &stack, const python::PythonStack &functions);

// Does so for all threads that run Python code, if the interpreter can be read. Reads no memory if no thread does.
void add_python_frames(const python::InterpreterMemory &process, std::vector<MpiStack> &stacks);

}  // namespace mqs_shim
