#pragma once
// Divides a stack into sections of the program, the MPI library and the system, in order to find the MPI call and
// callbacks.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "mqs_shim/stacks/stack.h"

namespace mqs_shim {

// Names the owner of the code of a frame.
enum class CodeOwner : std::uint8_t {
  program,
  mpi,
  system,
  unknown  // nothing is known about the frame
};

// Returns the owner of the frame's code. Wrappers that sanitizers put in front of system functions count as system
// code, whatever file contains them.
CodeOwner owner_of(const Frame &frame);

// Holds the sections of a stack. All members are indices of frames; the innermost frame is the first.
struct StackSections {
  // The frame of the thread's MPI call. Further inwards, the stack has no code of the program. Functions of tools that
  // wrap the call under its name do not count.
  std::optional<std::size_t> call;
  // The frame of the outermost MPI call that has code of the program further inwards. If there is none in the library:
  // the frame of wrapper_of_call().
  std::optional<std::size_t> inside;
  std::size_t inside_begin = 0;  // the library's frame that called that code of the program
  // If the thread is in the library, but in no known MPI call, so that `call` is not set: the outermost frame of the
  // library. The next frame outwards belongs to the program.
  std::optional<std::size_t> library;
};

// Divides a stack by the owners of its frames. Requires that the MPI library is in shared libraries. Accepts stacks
// that were not unwound to the end: the MPI call is either the right one or not found.
StackSections sections_by_owner(const std::vector<Frame> &frames);

// A tool's function with the name of an MPI call may make other calls, as one for MPI_Allreduce that exchanges messages
// of its own. Returns the outermost such function from which the call in frame `call` was made. It and the frames
// further inwards are not those of the program that made the call. Returns nothing if there is none.
std::optional<std::size_t> wrapper_of_call(const std::vector<Frame> &frames, std::size_t call);

// Returns the system function that the innermost code of the library or the program called. The name is that for
// programs: "read" for "__read_nocancel". If the frame has an internal name, `called` finds the function through the
// call instruction.
std::string system_function(const std::vector<Frame> &frames,
                            const std::function<std::string(const Frame &caller)> &called);

}  // namespace mqs_shim
