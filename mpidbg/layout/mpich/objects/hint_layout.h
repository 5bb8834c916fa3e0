#pragma once
// The hints that communicators can have. Source: src/mpi/comm/commutil.c, 4.0 to 5.0.

#include "mpidbg/layout/slot.h"

namespace mpidbg::layout::mpich {

// An entry of MPIR_comm_hint_list. Its index is that of the value in MPIR_Comm.hints.
struct HintLayout : StructLayout {
  HintLayout() : StructLayout("MPIR_HINT") {}
  // Null for unused entries.
  Slot<Address> key;
  // One of the values of HintType.
  Slot<std::int32_t> type;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("key", key);
    field("type", type);
  }
};

}  // namespace mpidbg::layout::mpich
