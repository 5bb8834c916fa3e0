#pragma once
// MpiStack adds MPI to the stack of a thread: the thread's current MPI call, and the values that the library uses in
// it.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "mpidbg/base/address_range.h"
#include "mpidbg/base/byte_order.h"
#include "mqs_shim/stacks/stack.h"

namespace mqs_shim {

using mpidbg::AddressRange;
using mpidbg::ByteOrder;

// Adds facts about MPI to a stack. A thread is in an MPI call if its innermost code belongs to the library, or to the
// system on behalf of the library. The library also calls functions of the program (reduction operations, attribute
// callbacks, error handlers), and signal handlers of the program may interrupt the library. In these cases the thread
// runs the program's code, although an MPI call is further outwards on its stack.
struct MpiStack : ThreadStack {
  // Name of the call that the program made; calls that the library makes within it do not count. The name is "MPI_Recv"
  // for PMPI_Recv and for the Fortran binding mpi_recv_ as well. Empty if the thread is in no MPI call.
  std::string mpi_call;
  // Index of the frame of `mpi_call`. If there is a library_function, it is the frame of that function.
  std::optional<std::size_t> call_frame;

  // If an MPI call runs code of the program, and the thread is in that code or in an `mpi_call` made from it: the name
  // of the outermost such call. Otherwise empty.
  std::string inside;
  std::optional<std::size_t> inside_frame;

  // Name of the library function that the program called, if the thread is inside the MPI library, but in no known MPI
  // call.
  std::string library_function;

  // Name of the system function in which the thread is, without decorations: "read" for "__read64". Empty if the thread
  // is in none, or if the name is not known.
  std::string system_function;

  // Values that the MPI call may use: the registers, and the words of the stack from the innermost frame to the frame
  // of the call. For MPICH, and for a library that is linked into the program, the words of that frame are included. At
  // most 64 KiB of stack are read. If a blocking call waits for a request, its address is among these values. For a
  // thread in a callback, they come from the part of the stack that belongs to the surrounding call. Sorted, without
  // duplicates; empty outside of MPI calls.
  std::vector<Address> library_words;
  // Values that the waiting function may use, in their original order: the callee-saved registers, and the words of its
  // own stack frame. The waiting function is the innermost function of the library outside of its progress engine. For
  // MPICH, whose progress engine cannot be recognized by name, it is any function up to the call. Empty outside of MPI
  // calls.
  std::vector<Address> waiting_registers, waiting_slots;
  // In MPI_Waitall, MPI_Waitany and MPI_Waitsome, for libraries whose requests are 32-bit numbers: lists that may be
  // the array of requests. The call keeps the array's address and length in callee-saved registers; each pair of
  // register values that may be an address and a length gives a list.
  std::vector<std::vector<std::uint32_t>> request_lists;
  // The part of the stack that library_words come from. It contains the objects that the library has on the stack.
  AddressRange library_stack;
};

// Returns the index of the outermost frame that has the name of an MPI call, or nothing if there is none.
std::optional<std::size_t> outermost_mpi_frame(const std::vector<Frame> &innermost_first);

// Returns true if at least one frame belongs to the MPI library.
bool has_library_frame(const std::vector<Frame> &frames);

// A function that reads a stack in the memory of the process. It returns `size` bytes at `address`, or fewer if not all
// can be read.
using ReadStack = std::function<std::vector<std::byte>(Address address, std::size_t size)>;

// Holds facts about the process that its stacks do not show.
struct StackFacts {
  // True if the MPI library is in its own files, or if its frames are marked as of_library. False if the library may be
  // part of the program's file: frames then do not show to whom they belong, and the outermost function with an MPI
  // name is taken as the call.
  bool library_is_apart = false;
  // Returns the function that the frame called: the target of the instruction before the frame's pc (jumped_call.h).
  // May be null.
  std::function<std::string(const Frame &caller)> called;
  // Returns true if a file of the MPI library defines the function. May be null.
  std::function<bool(const std::string &function)> is_of_mpi = {};
};

// Separates the frames of a program from those of an MPI library that is linked into the program and has no debug
// information. Marks frames of `file` without source lines as of_library, from the innermost frame to the outermost MPI
// call. Without a call, stops at the innermost frame with source lines. If no frame has source lines, the program has
// no debug information either: changes nothing and returns false.
bool tell_library_apart(std::vector<Frame> &frames, std::string_view file,
                        const std::function<bool(const Frame &)> &has_source);

// Fills in the members that MpiStack adds. `stack` must have its frames; `registers` are those of the innermost frame.
void find_mpi_call(MpiStack &stack, std::span<const std::uint64_t> registers, unsigned pointer_size, ByteOrder order,
                   const ReadStack &read, const StackFacts &facts = {});

}  // namespace mqs_shim
