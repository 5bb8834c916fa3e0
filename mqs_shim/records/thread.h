#pragma once
// A thread of a process: the MPI call that it is in, where the program made it, and its stack.

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "mpidbg/base/address.h"
#include "mpidbg/base/address_range.h"

namespace mqs_shim {

using mpidbg::Address;
using mpidbg::AddressRange;

// The state of a thread or process, as the kernel has it. Captures have these numbers.
enum class KernelState : std::uint8_t {
  // A core file, or not readable.
  unknown,
  // On a processor or ready for one.
  running,
  // In a system call that signals interrupt.
  sleeping,
  // In a system call that signals do not interrupt: a disk, a file server.
  uninterruptible,
  // Stopped by a signal: SIGSTOP, SIGTSTP and so on.
  stopped,
  // Held by a debugger.
  traced,
  // Ended, but not waited for by its parent.
  zombie,
  // The process or thread does not exist.
  gone,
  // In a core file: ended by a signal that it caused itself.
  crashed
};

// The status of a thread.
struct ThreadStatus {
  pid_t tid = 0;
  // Empty if unknown.
  std::string name;
  KernelState state = KernelState::unknown;
};

// A function on a stack.
struct FrameRecord {
  std::string function;      // empty if it is not known
  std::string file;          // of its source, as the compiler was given it; empty if it is not known
  std::uint32_t line = 0;    // 0 if it is not known
  std::string module;        // path of the file that its code is from; empty if it is not known
  std::uint64_t offset = 0;  // of the code's address in the module; 0 if it is not known
  Address stack_pointer{};
  bool inlined = false;   // into the next frame, with which it shares the stack pointer
  bool internal = false;  // code of the MPI library, or of the system working for it
};

struct ThreadRecord {
  std::uint64_t tid = 0;  // 0: not known
  std::string name;       // that the kernel has; empty if it is not known
  KernelState state = KernelState::unknown;

  // The call that the program made, by its name in C: "MPI_Recv". Empty if the thread is in none.
  std::string call;
  // The call may wait for what others do; false for those that test, start or only compute.
  bool blocking = false;
  // Index in frames; of a thread with a library_function the frame of that.
  std::optional<std::size_t> call_frame;

  // The MPI call that runs the program's code that the thread is in (a callback, an error handler, a signal handler
  // that interrupted it), or that made `call` from there. Empty if there is none.
  std::string inside;
  std::optional<std::size_t> inside_frame;  // index in frames
  // The function of the MPI library that the thread is in, of a call that is not known; "?" if that has no name. Empty
  // if the call is known, and outside of MPI.
  std::string library_function;
  // The function of the system that it is in, called by the library or the program: "read". Empty if it is in none, or
  // if that has no name.
  std::string system_function;
  // It sleeps, without a time limit, until a thread of its own process wakes it. False: that is not known.
  bool sleeps_for_own_process = false;

  std::vector<FrameRecord> frames;  // innermost first
  // Index in frames: where the program made the call; outside of MPI, its innermost frame in the program. Nothing of a
  // thread that a library has started for itself.
  std::optional<std::size_t> site;
  std::string problem;  // why the stack ends early; empty if it is complete
  bool lost = false;    // the main thread, whose stack ends before the program: it may be in any MPI call

  // What the library has at hand in its frames below the call: registers and words of the stack, sorted, each once; and
  // the part of the stack that they are from. Empty outside of MPI.
  std::vector<Address> library_words;
  // Of the function of the library that waits alone: registers that it relies on, and the words of its own part of the
  // stack.
  std::vector<Address> waiting_registers, waiting_slots;
  AddressRange library_stack{};
  // In MPI_Waitall: what may be the handles of its requests, where handles are numbers (mqs_shim/stacks/mpi_stack.h).
  std::vector<std::vector<std::uint32_t>> request_lists;

  const FrameRecord *call_site() const { return site ? &frames[*site] : nullptr; }
  // Of the frame of the MPI call: the same one at a later time has the same. Null outside of MPI.
  Address call_stack_pointer() const { return call_frame ? frames[*call_frame].stack_pointer : Address(); }
};

}  // namespace mqs_shim
