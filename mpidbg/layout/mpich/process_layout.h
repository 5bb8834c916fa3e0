#pragma once
// The state of the process. Source: src/include/mpir_process.h of MPICH 4.0.

#include "mpidbg/layout/slot.h"

namespace mpidbg::layout::mpich {

struct ProcessLayout : StructLayout {
  ProcessLayout() : StructLayout("MPIR_Process_t") {}
  Slot<std::int32_t> mpich_state;
  Slot<std::int32_t> rank, size;  // of MPI_COMM_WORLD
  template <class Visitor>
  void describe(Visitor &&field) {
    field("mpich_state", mpich_state);
    field("rank", rank);
    field("size", size);
  }
};

}  // namespace mpidbg::layout::mpich
