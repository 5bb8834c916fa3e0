#pragma once
// Finds the arguments of MPI_Probe and MPI_Mprobe over the layer "cm", which keeps no record of them: between two
// questions to libfabric, they are only in registers of the function of the layer. Compilers choose the registers, so
// the places are valid for particular builds only.

#include <cstdint>
#include <optional>
#include <span>

#include "mpidbg/base/address.h"

namespace mpidbg::model::openmpi {

// Holds the arguments as the function has them.
struct CmProbeArguments {
  Address communicator{};
  std::int32_t source = 0;
  std::int32_t tag = 0;
};

// Reads the arguments from `words`, the registers rbx, rbp, and r12 to r15 of the waiting function. `mtl` is the
// address of the variable ompi_mtl, which the function has in a register, too. `is_communicator` returns true for the
// address of a communicator. Returns nullopt if the words are not those of a known function.
template <class IsCommunicator>
std::optional<CmProbeArguments> find_cm_probe(std::span<const Address> words, Address mtl,
                                              IsCommunicator &&is_communicator) {
  struct Frame {
    std::size_t communicator, source, tag, mtl;
  };
  constexpr std::size_t rbp = 1, r12 = 2, r13 = 3, r14 = 4, r15 = 5, registers = 6;
  // Source: the code of mca_pml_cm.so of Debian's 4.1.4 for x86-64: mca_pml_cm_probe, mca_pml_cm_mprobe.
  constexpr Frame frames[] = {{rbp, r13, r12, r15}, {r12, r14, r13, r15}};
  if (words.size() < registers) return std::nullopt;
  for (const Frame &frame : frames) {
    if (words[frame.mtl] != mtl || !is_communicator(words[frame.communicator])) continue;
    return CmProbeArguments{words[frame.communicator], static_cast<std::int32_t>(words[frame.source].value()),
                            static_cast<std::int32_t>(words[frame.tag].value())};
  }
  return std::nullopt;
}

}  // namespace mpidbg::model::openmpi
