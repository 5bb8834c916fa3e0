#pragma once
// Reads the stacks of a process's Python interpreter: CPython 3.11, either as the program or as a library.

#include <sys/types.h>

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "mpidbg/base/byte_order.h"
#include "mpidbg/base/paged_memory.h"

namespace mqs_shim::python {

// This function of the interpreter runs Python code. It is on the stack once for each of PythonStack::runs.
inline constexpr std::string_view evaluator = "_PyEval_EvalFrameDefault";

// Describes a Python function on a stack.
struct PythonFunction {
  // A qualified name such as "Solver.step"; "<module>" for the top level of a script.
  std::string name;
  // The path that the interpreter was given.
  std::string file;
  // The line that is being executed; in a caller, this is the line of the call. 0 if unknown.
  std::uint32_t line = 0;
};

// Holds the Python functions on the stack of one thread, the innermost first. Calls from Python to Python stay in one
// run of the evaluator; calls through C start another run.
struct PythonStack {
  pid_t tid = 0;
  std::vector<std::vector<PythonFunction>> runs;
};

// Gives access to the memory and symbols of the process that runs the interpreter.
struct InterpreterMemory {
  unsigned pointer_size = 8;
  mpidbg::ByteOrder order = mpidbg::ByteOrder::little;
  mpidbg::ReadMemory read;
  std::function<std::optional<mpidbg::Address>(std::string_view name)> find_data;
};

// Returns the stacks of those given threads that run Python code and whose stacks can be read completely. The result is
// empty for other versions of the interpreter and if its structs do not match. A live process must be stopped.
std::vector<PythonStack> python_stacks(const InterpreterMemory &process, std::span<const pid_t> tids);

}  // namespace mqs_shim::python
