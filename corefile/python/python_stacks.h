#pragma once
// What a process's Python interpreter runs: CPython 3.11, whether it is the program or a library in it.

#include <sys/types.h>

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "corefile/process/memory_reader.h"

namespace corefile::python {

// The function of the interpreter that runs Python code: on the stack once for each of PythonStack::runs.
inline constexpr std::string_view evaluator = "_PyEval_EvalFrameDefault";

struct PythonFunction {
  std::string name;        // "Solver.step"; "<module>" of a script itself
  std::string file;        // as the interpreter was given it
  std::uint32_t line = 0;  // where it is now, which is where it calls the next one; 0: not known
};

// Innermost first. Calls from Python to Python stay in one run of the evaluator; those by way of C begin another one.
struct PythonStack {
  pid_t tid = 0;
  std::vector<std::vector<PythonFunction>> runs;
};

// What is asked of the process.
struct InterpreterMemory {
  unsigned pointer_size = 8;
  ByteOrder order = ByteOrder::little;
  ReadMemory read;
  std::function<std::optional<Address>(std::string_view name)> find_data;
};

// Of the threads named, as far as they run Python code and all of their stack can be read. Empty for other versions of
// the interpreter, and where its structs are not as they are known. For a live process only while it is stopped.
std::vector<PythonStack> python_stacks(const InterpreterMemory &process, std::span<const pid_t> tids);

}  // namespace corefile::python
