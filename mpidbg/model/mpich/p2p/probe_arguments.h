#pragma once
// Finds the arguments of a thread's MPI_Probe or MPI_Mprobe among the words in its stack frames.

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "mpidbg/base/address.h"
#include "mpidbg/debugger/memory.h"

namespace mpidbg::model::mpich {

// Holds the arguments of one probe.
struct ProbeArguments {
  // The address of the MPIR_Comm.
  Address communicator{};
  // The handle of the communicator, as a number.
  std::uint32_t handle = 0;
  std::int32_t source = 0, tag = 0;
  auto operator<=>(const ProbeArguments &) const = default;
};

// Returns the distinct arguments that known builds of MPI_Probe and MPI_Mprobe may have stored
// (layout/mpich/p2p/probe_frames.h). `words` are those of Queues::probe(): the registers of each frame, starting with
// the innermost one, followed by the stack. `are_possible` returns true if the communicator has the handle and contains
// the source, and if the tag is valid. If a frame contains copies of source and tag, arguments from the frame are
// accepted if they agree with the copies. If it contains none, they are accepted if the frame contains its own address.
std::vector<ProbeArguments> find_probe_arguments(std::span<const Address> words, const debugger::Memory &memory,
                                                 const std::function<bool(const ProbeArguments &)> &are_possible);

}  // namespace mpidbg::model::mpich
