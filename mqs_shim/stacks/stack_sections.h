#pragma once
// Whose code the parts of a stack are: what the program calls, and what calls the program back.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "mqs_shim/stacks/stack.h"

namespace mqs_shim {

enum class CodeOwner : std::uint8_t {
  program,
  mpi,
  system,
  unknown  // a frame of which nothing is known
};

// Functions that sanitizers put in front of the system's are the system's, wherever their code is.
CodeOwner owner_of(const Frame &frame);

// Indices of frames, which are in the order of the stack, innermost first.
struct StackSections {
  // The thread is in this MPI call: from here inwards there is nothing of the program's, apart from functions of the
  // same name, with which tools wrap the call.
  std::optional<std::size_t> call;
  // The outermost call of the MPI library that is further outwards than the innermost code of the program.
  std::optional<std::size_t> inside;
  std::size_t inside_begin = 0;  // the library's frame that is next to that code
  // Without a call: the thread is inside the MPI library, by this frame, which is not of a call that is known. The next
  // frame is the program's.
  std::optional<std::size_t> library;
};

// For a process whose MPI library is in shared libraries. Works on stacks that could not be unwound to the end: the
// missing outer frames cannot change which MPI call is found, only whether one is.
StackSections sections_by_owner(const std::vector<Frame> &frames);

// The function of the system that has been called by the innermost code of the library or the program, as it is written
// in a program: "read" for "__read_nocancel". Where the name is the system's own, `called` finds it by the call.
std::string system_function(const std::vector<Frame> &frames,
                            const std::function<std::string(const Frame &caller)> &called);

}  // namespace mqs_shim
