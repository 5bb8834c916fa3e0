#pragma once
// Describes the stack of a thread as an unwinder returns it, without any knowledge of MPI. Debuggers, corefile's
// unwinder and the C API supply stacks in this form.

#include <sys/types.h>

#include <cstdint>
#include <string>
#include <vector>

#include "mpidbg/base/address.h"
#include "mqs_shim/records/thread.h"

namespace mqs_shim {

using mpidbg::Address;

// A function on a stack. Inlined functions give several frames with the same pc and stack pointer.
struct Frame {
  Address pc{};
  Address stack_pointer{};
  // Empty if no symbol covers pc.
  std::string function;
  // The path of the module; empty if there is none.
  std::string module;
  // The offset of pc in the module, without the load bias; 0 without a module.
  std::uint64_t offset = 0;
  // Registers that a function preserves for its caller (x86-64: rbx, rbp, r12 to r15; corefile/process/machine.h has
  // the others'), with their values in this frame. A function that calls others keeps its working values in them or in
  // its own part of the stack. Registers that the unwinding does not know are omitted.
  std::vector<std::uint64_t> preserved;
  // pc is a return address, and the code before it made the call.
  bool returns = false;
  // The function belongs to an MPI library inside the program's file (mpi_stack.h).
  bool of_library = false;

  // Set if source lines are requested.
  // The path that the compiler was given; empty if unknown.
  std::string file;
  // The line in the source file; 0 if unknown.
  std::uint32_t line = 0;
  // The next frame is the function into which this one was inlined.
  bool inlined = false;

  // Set if functions of an interpreter are requested (python_frames.h).
  // A function of the interpreted program; pc belongs to the interpreter.
  bool interpreted = false;
  // Code of the interpreter or of its binding to MPI.
  bool of_interpreter = false;
};

// The stack of one thread.
struct ThreadStack {
  pid_t tid = 0;
  // Empty and unknown where the kernel is asked apart from the stack (ThreadStatus).
  std::string name;
  KernelState state = KernelState::unknown;
  // The innermost frame is the first.
  std::vector<Frame> frames;
  // Why the stack ends early; empty if it is complete.
  std::string problem;
  // The general registers of the innermost frame, in DWARF's order.
  std::vector<std::uint64_t> registers;
  // The thread sleeps until another thread of its own process wakes it (corefile/process/own_sleep.h).
  bool sleeps_for_own_process = false;
  // The words that the unwinding read, which another one will need.
  std::vector<Address> words_read;
};

}  // namespace mqs_shim
