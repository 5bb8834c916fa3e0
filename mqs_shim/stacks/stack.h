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

// Describes a function on a stack. Inlined functions give several frames with the same pc and stack pointer.
struct Frame {
  Address pc{};
  Address stack_pointer{};
  // Name of the function; empty if no symbol covers `pc`.
  std::string function;
  // The path of the executable or library that contains `pc`; empty if none does.
  std::string module;
  // The offset of pc in the module, without the load bias; 0 without a module.
  std::uint64_t offset = 0;
  // The callee-saved registers (on x86-64 rbx, rbp and r12 to r15; for other machines see corefile/process/machine.h),
  // with their values in this frame. A function that calls others keeps its working values in these registers or in its
  // own part of the stack. Registers whose values the unwinder does not know are omitted.
  std::vector<std::uint64_t> preserved;
  // True if `pc` is a return address, so that the instruction before it made the call.
  bool returns = false;
  // True if the function belongs to an MPI library that is linked into the program's file (mpi_stack.h).
  bool of_library = false;

  // The path of the source file as the compiler was given it; empty if unknown, or if source lines were not requested.
  std::string file;
  // The line in the source file; 0 if unknown.
  std::uint32_t line = 0;
  // True if this function was inlined into that of the next frame.
  bool inlined = false;

  // True for a function of the interpreted program; `pc` then belongs to the interpreter. Set only if functions of an
  // interpreter are requested (python_frames.h).
  bool interpreted = false;
  // True for code of the interpreter or of its binding to MPI.
  bool of_interpreter = false;
};

// Describes one thread and holds its stack.
struct ThreadStack {
  pid_t tid = 0;
  // Name and state in the kernel. They are empty and `unknown` if the unwinder's caller reads them into a ThreadStatus
  // instead.
  std::string name;
  KernelState state = KernelState::unknown;
  // The innermost frame is the first.
  std::vector<Frame> frames;
  // The reason why the stack ends early; empty if it is complete.
  std::string problem;
  // The general registers of the innermost frame, in DWARF's order.
  std::vector<std::uint64_t> registers;
  // True if the thread sleeps until another thread of its own process wakes it (corefile/process/own_sleep.h).
  bool sleeps_for_own_process = false;
  // The addresses of the words that the unwinder read. A second unwinding of the same stack needs these words.
  std::vector<Address> words_read;
};

}  // namespace mqs_shim
