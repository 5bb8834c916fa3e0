#pragma once
// Finds the arguments of a thread's MPI_Probe or MPI_Mprobe in the words of its frames.

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "mpidbg/base/address.h"
#include "mpidbg/debugger/memory.h"

namespace mpidbg::model::mpich {

// The arguments of one probe.
struct ProbeArguments {
  // The address of the MPIR_Comm.
  Address communicator{};
  // The MPI_Comm, as a number.
  std::uint32_t handle = 0;
  std::int32_t source = 0, tag = 0;
  auto operator<=>(const ProbeArguments &) const = default;
};

// Returns, each once, the arguments that a known build of the function may have stored
// (layout/mpich/p2p/probe_frames.h). `words` are those of Queues::probe(): the registers of each frame from the
// innermost one on, followed by the stack. `are_possible` returns whether the communicator has the handle and the rank,
// and the tag is valid. Arguments are accepted if source and tag agree with their copies, or, if none do, if the frame
// is where it claims to be.
std::vector<ProbeArguments> find_probe_arguments(std::span<const Address> words, const debugger::Memory &memory,
                                                 const std::function<bool(const ProbeArguments &)> &are_possible);

}  // namespace mpidbg::model::mpich
