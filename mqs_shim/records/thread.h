#pragma once
// Describes a thread of a process: its current MPI call, the place of that call in the program, and the thread's stack.

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

// Names the state of a thread or process in the kernel. The numbers must not change, as captures contain them.
enum class KernelState : std::uint8_t {
  // The state cannot be read, or the target is a core file.
  unknown,
  // The thread runs on a processor, or is ready to run.
  running,
  // The thread is in a system call that signals interrupt.
  sleeping,
  // The thread is in a system call that signals do not interrupt, for example because of a disk or a file server.
  uninterruptible,
  // A signal has stopped the thread: SIGSTOP, SIGTSTP and so on.
  stopped,
  // A debugger holds the thread.
  traced,
  // The process has ended, but its parent has not waited for it.
  zombie,
  // The thread does not exist any more.
  gone,
  // In a core file: a signal that the thread caused itself has ended the process.
  crashed
};

// Holds what the kernel reports about a thread.
struct ThreadStatus {
  pid_t tid = 0;
  // Name in the kernel; empty if unknown.
  std::string name;
  KernelState state = KernelState::unknown;
  // Processor time that the thread has used since it began, in the program and in the kernel. Not set if not known.
  std::optional<std::int64_t> processor_milliseconds{};
};

// Describes a function on a stack.
struct FrameRecord {
  std::string function;      // empty if it is not known
  std::string file;          // source file as the compiler was given it; empty if it is not known
  std::uint32_t line = 0;    // 0 if it is not known
  std::string module;        // path of the file that contains the code; empty if it is not known
  std::uint64_t offset = 0;  // offset of the code's address in the module in bytes; 0 if it is not known
  Address stack_pointer{};
  bool inlined = false;   // inlined into the next frame, with which it shares the stack pointer
  bool internal = false;  // code of the MPI library, or system code that the library called
};

// Describes a thread with its call and stack. mpi_stack.h explains the members in more detail.
struct ThreadRecord {
  std::uint64_t tid = 0;  // 0: not known
  std::string name;       // name in the kernel; empty if it is not known
  KernelState state = KernelState::unknown;
  std::optional<std::int64_t> processor_milliseconds;  // see ThreadStatus

  // C name of the MPI function that the program called, such as "MPI_Recv". Empty if the thread is in none.
  std::string call;
  // True if the call may wait for other ranks; false for calls that test, start or only compute.
  bool blocking = false;
  // Index in `frames` of the frame of `call`. For a thread with a library_function, it is the frame of that function.
  std::optional<std::size_t> call_frame;

  // If an MPI call runs code of the program, and the thread is in that code or in a `call` made from it: the name of
  // the outer MPI call. Such code is a callback, an error handler, or a signal handler that interrupted the call.
  // Otherwise empty.
  std::string inside;
  std::optional<std::size_t> inside_frame;  // index in `frames`
  // If the thread is in the MPI library, but in no known call: the name of the library's function, or "?" if it has
  // none. Otherwise empty.
  std::string library_function;
  // Name of the system function in which the thread is, such as "read", called by the library or the program. Empty if
  // the thread is in none, or if the function has no name.
  std::string system_function;
  // True if the thread sleeps, without a timeout, until another thread of its process wakes it. False if not, or if
  // that is not known.
  bool sleeps_for_own_process = false;

  std::vector<FrameRecord> frames;  // innermost first
  // Index in `frames` of the program's frame that made the call; outside of MPI, of the program's innermost frame. Not
  // set for threads that a library has started for itself.
  std::optional<std::size_t> site;
  std::string problem;  // reason why the stack ends early; empty if it is complete
  // True if this is the main thread and its stack ends before the program's frames, so that it may be in any MPI call.
  bool lost = false;

  // Values in the registers and in the library's part of the stack, sorted and without duplicates. Empty outside of
  // MPI.
  std::vector<Address> library_words;
  // Values that only the waiting function of the library uses: callee-saved registers, and the words of its stack
  // frame.
  std::vector<Address> waiting_registers, waiting_slots;
  AddressRange library_stack{};
  // In MPI_Waitall and the like, for libraries whose handles are numbers: candidates for the array of requests
  // (mqs_shim/stacks/mpi_stack.h).
  std::vector<std::vector<std::uint32_t>> request_lists;

  const FrameRecord *call_site() const { return site ? &frames[*site] : nullptr; }
  // Returns the stack pointer of the MPI call's frame; null outside of MPI. It stays the same during a call.
  Address call_stack_pointer() const { return call_frame ? frames[*call_frame].stack_pointer : Address(); }
};

}  // namespace mqs_shim
