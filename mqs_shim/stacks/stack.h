#pragma once
// The stack of a thread as an unwinder gives it, before anything is known of MPI. A debugger, corefile's unwinder and
// the C API all give their stacks in this form.

#include <sys/types.h>

#include <cstdint>
#include <string>
#include <vector>

#include "mpidbg/base/address.h"

namespace mqs_shim {

using mpidbg::Address;

// A function on a stack. Several frames have the same pc and stack pointer where functions were inlined.
struct Frame {
  Address pc{};
  Address stack_pointer{};
  std::string function;      // empty if no symbol covers pc
  std::string module;        // path, empty if none
  std::uint64_t offset = 0;  // of pc in the module: the load bias subtracted; 0 if there is none
  // Registers that a function preserves for its caller (x86-64: rbx, rbp, r12 to r15; corefile/process/machine.h has
  // the others'), as they are in this frame. What the function works with while it calls others is in them or in its
  // own part of the stack. Those that the unwinding does not know are left out.
  std::vector<std::uint64_t> preserved;
  bool returns = false;     // pc is where a call returns to, and the code before it is what made the call
  bool of_library = false;  // of an MPI library that is inside of the program's file (mpi_stack.h)

  // Filled in where source lines are asked for.
  std::string file;        // as the compiler was given it; empty if not known
  std::uint32_t line = 0;  // 0 if not known
  bool inlined = false;    // the next frame is of the function that this one was inlined into

  // Filled in where an interpreter's functions are asked for (python_frames.h).
  bool interpreted = false;     // a function of the interpreted program; pc is the interpreter's
  bool of_interpreter = false;  // code of the interpreter, or of its binding to MPI
};

struct ThreadStack {
  pid_t tid = 0;
  std::vector<Frame> frames;             // innermost first
  std::string problem;                   // why the stack ends early; empty if it ends where it should
  std::vector<std::uint64_t> registers;  // general ones of the innermost frame, in DWARF's order
  bool sleeps_for_own_process = false;   // until a thread of its own process wakes it (corefile/process/own_sleep.h)
  std::vector<Address> words_read;       // that the unwinding read: what another one will need
};

}  // namespace mqs_shim
