#pragma once
// What a thread in MPI_Probe or MPI_Mprobe was given, from the words that its function has at hand.

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "mpidbg/base/address.h"
#include "mpidbg/debugger/memory.h"

namespace mpidbg::model::mpich {

struct ProbeArguments {
  Address communicator{};    // MPIR_Comm
  std::uint32_t handle = 0;  // MPI_Comm
  std::int32_t source = 0, tag = 0;
  auto operator<=>(const ProbeArguments &) const = default;
};

// `words`: as Queues::probe gets them, the registers of each frame from the innermost one on, then the stack.
// `are_possible`: whether the communicator has the handle, and such ranks, and the tag is one. Those arguments that a
// known build of the function (layout/mpich/p2p/probe_frames.h) may have kept so, each once: source and tag agree with
// their copies; or, if none do, the frame is where it says that it is.
std::vector<ProbeArguments> find_probe_arguments(std::span<const Address> words, const debugger::Memory &memory,
                                                 const std::function<bool(const ProbeArguments &)> &are_possible);

}  // namespace mpidbg::model::mpich
