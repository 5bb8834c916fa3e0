#pragma once
// Finds MPI calls that have no named frame. Some MPI functions, such as MPI_Waitany of MPICH 4.0, end with a jump to a
// function without a name. No frame on the stack then has the name of an MPI function. The caller's call instruction
// shows which function was called.

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "mqs_shim/stacks/stack.h"

namespace mqs_shim {

// Gives access to the machine code of a process.
struct Code {
  // Returns the bytes at the address, or fewer if not all can be read.
  std::function<std::vector<std::byte>(Address address, std::size_t size)> read;
  // Returns the name of the function that covers the address, or an empty string.
  std::function<std::string(Address)> function_at;
};

// Returns the name of the function that was called by the instruction before `returns_to`. Understands direct calls,
// calls through the procedure linkage table, and calls through the global offset table, on x86-64. Returns an empty
// string for other calls, and for functions without a name.
std::string called_function(const Code &code, Address returns_to);

// Gives a name to the frame that the program's innermost frame called, if it belongs to the MPI library and has no
// name. The name is that of the MPI function found by called_function().
void name_jumped_call(std::vector<Frame> &innermost_first, const Code &code);

}  // namespace mqs_shim
