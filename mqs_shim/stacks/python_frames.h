#pragma once
// Inserts the functions of a Python program into the stacks of its threads.

#include <vector>

#include "mqs_shim/stacks/mpi_stack.h"
#include "mqs_shim/stacks/python/python_stacks.h"

namespace mqs_shim {

// Inserts the Python functions of each run of the evaluator directly outwards of the evaluator's frame, and marks the
// frames of the interpreter and of mpi4py (Frame::of_interpreter). Does not change a stack whose evaluator frames do
// not match the runs.
void put_python_frames(MpiStack &stack, const python::PythonStack &functions);

// Inserts the Python functions into the stacks of all threads that run Python code, if the interpreter's data can be
// read. Reads no memory if no thread runs Python code.
void add_python_frames(const python::InterpreterMemory &process, std::vector<MpiStack> &stacks);

}  // namespace mqs_shim
