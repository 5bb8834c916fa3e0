#pragma once
// MPI functions that end by jumping to one without a name: of such a call no frame with the name of an MPI function is
// left on the stack. MPI_Waitany of MPICH 4.0 is one. The caller's instruction says which function it was.

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "mqs_shim/stacks/stack.h"

namespace mqs_shim {

struct Code {
  // The bytes at the address, fewer or none where they cannot be read.
  std::function<std::vector<std::byte>(Address address, std::size_t size)> read;
  // The function that covers the address; empty if none is known.
  std::function<std::string(Address)> function_at;
};

// The function that the call which returns to the address has called: directly, by way of the procedure linkage table,
// or by way of the global offset table. x86-64. Empty if the call is of another form, or if the function has no name.
std::string called_function(const Code &code, Address returns_to);

// Names the frame that the innermost frame of the program has called, if it is of the MPI library and has no name: with
// the MPI function that the call led to. x86-64: calls of a function directly, by way of the procedure linkage table,
// or by way of the global offset table.
void name_jumped_call(std::vector<Frame> &innermost_first, const Code &code);

}  // namespace mqs_shim
