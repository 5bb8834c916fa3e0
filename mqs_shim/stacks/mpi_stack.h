#pragma once
// The stack of a thread of an MPI process: which call the thread is in, and what the library is working with there.

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

// A thread is in an MPI call if the library, or the system for it, is what it runs there. The library calls functions
// of the program as well: reduction operations, attribute callbacks, error handlers; and a signal handler of the
// program interrupts it. Then the thread runs the program's code, although an MPI call is further outwards on its
// stack.
struct MpiStack : ThreadStack {
  // "MPI_Recv" for PMPI_Recv, and for the Fortran mpi_recv_: the call that the program made, not those that the library
  // makes inside. Empty if the thread is in none.
  std::string mpi_call;
  // Index of the frame of that call; of a thread with a library_function the frame of that.
  std::optional<std::size_t> call_frame;

  // The MPI call that runs the program's code that the thread is in, or made `mpi_call` from: the outermost one. Empty
  // if there is none.
  std::string inside;
  std::optional<std::size_t> inside_frame;

  // The library function that the program called, if the thread is inside the MPI library but in no known MPI call.
  std::string library_function;

  // The function of the system that the library or the program is in: "read", without decorations such as "__read64".
  // Empty if it is in none, or if its name is not known.
  std::string system_function;

  // In an MPI call: the registers, and every word of the stack from the innermost frame to that of the call, or, of
  // MPICH and of a library inside a program, to its end; at most 64 KiB. The address of the request that a blocking
  // call waits for is among them. Of a thread that runs the program's code inside of a call the words of that call's
  // part of the stack. Sorted, each value once; empty outside of MPI calls.
  std::vector<Address> library_words;
  // What the function that waits has at hand. It is the innermost one of the library that is not of its progress
  // engine; of MPICH, whose progress engine has no name, any one up to the call. The registers that it has preserved in
  // the functions it calls, then the words of its own part of the stack, each in their order. Empty outside of MPI
  // calls.
  std::vector<Address> waiting_registers, waiting_slots;
  // In MPI_Waitall: lists of numbers that may be the requests that it was given, where those are numbers of 32 bits.
  // The call keeps where they are and how many in registers that it preserves; any two of these that may be an address
  // and a number make a list.
  std::vector<std::vector<std::uint32_t>> request_lists;
  // The part of the stack that library_words are from. Objects that the library keeps on the stack are in it.
  AddressRange library_stack;
};

// Index of the outermost frame with the name of an MPI call; nothing if there is none.
std::optional<std::size_t> outermost_mpi_frame(const std::vector<Frame> &innermost_first);

// Whether any frame belongs to the MPI library.
bool has_library_frame(const std::vector<Frame> &frames);

// How the library's part of a stack is read: the bytes at `address`, fewer or none where they cannot be read.
using ReadStack = std::function<std::vector<std::byte>(Address address, std::size_t size)>;

// What is known of the process besides the stack.
struct StackFacts {
  // The MPI library is in files of its own, or its frames are known to be of_library. False: it may be in the
  // program's, so that frames do not say whose they are; then the outermost function with an MPI name is the call.
  bool library_is_apart = false;
  // The function that the instruction before the pc of a frame calls (jumped_call.h); may be null.
  std::function<std::string(const Frame &caller)> called;
  // True if a file of the MPI library defines the function; may be null.
  std::function<bool(const std::string &function)> is_of_mpi = {};
};

// For a program that contains an MPI library without debug information. Marks the frames of `file` without source lines
// as of_library: up to the outermost MPI call or, without one, up to the innermost frame with source lines. Does
// nothing and returns false if no frame has source lines: then the program has no debug information either.
bool tell_library_apart(std::vector<Frame> &frames, std::string_view file,
                        const std::function<bool(const Frame &)> &has_source);

// Fills in what MpiStack adds, from the frames and the stack's memory.
void find_mpi_call(MpiStack &stack, std::span<const std::uint64_t> registers, unsigned pointer_size, ByteOrder order,
                   const ReadStack &read, const StackFacts &facts = {});

}  // namespace mqs_shim
