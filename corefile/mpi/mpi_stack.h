#pragma once
// The stack of a thread of an MPI process: which call the thread is in, and what the library is working with there.

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "corefile/process/process.h"

namespace corefile {

struct MpiStack : ThreadStack {
  // "MPI_Recv" for PMPI_Recv, and for the Fortran mpi_recv_: the call that the program made, not those that the library
  // makes inside. Empty if the thread is in none.
  std::string mpi_call;
  std::optional<std::size_t> call_frame;  // index of the frame of that call

  // In an MPI call: the registers, and every word of the stack from the innermost frame to that of the call, or, of
  // MPICH, to its end; at most 64 KiB. The address of the request that a blocking call waits for is among them. Sorted,
  // each value once; empty outside of MPI calls.
  std::vector<Address> library_words;
  // What the function that waits has at hand. It is the innermost one of the library that is not of its progress
  // engine; of MPICH, whose progress engine has no name, any one up to the call. The registers that it has preserved in
  // the functions it calls, then the words of its own part of the stack, each in their order. Empty outside of MPI
  // calls.
  std::vector<Address> waiting_registers, waiting_slots;
  // The part of the stack that library_words are from. Objects that the library keeps on the stack are in it.
  AddressRange library_stack;
};

// Index of the outermost frame that is an MPI call; nothing if there is none.
std::optional<std::size_t> outermost_mpi_frame(const std::vector<Frame> &innermost_first);

// How the library's part of a stack is read: the bytes at `address`, fewer or none where they cannot be read.
using ReadStack = std::function<std::vector<std::byte>(Address address, std::size_t size)>;

// Fills in what MpiStack adds, from the frames and the stack's memory.
void find_mpi_call(MpiStack &stack, std::span<const std::uint64_t> registers, unsigned pointer_size, ByteOrder order,
                   const ReadStack &read);

// One for each thread, the main thread first; with the functions of a Python program (python_frames.h). For a live
// process only while it is stopped, as Process::stacks().
Result<std::vector<MpiStack>> mpi_stacks(Process &process);

}  // namespace corefile
