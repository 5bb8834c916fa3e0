#pragma once
// Describes the hints that communicators can have. Source: src/mpi/comm/commutil.c, 4.0 to 5.0.

#include "mpidbg/layout/slot.h"

namespace mpidbg::layout::mpich {

// Describes MPIR_HINT, an entry of the array MPIR_comm_hint_list. The value of the hint has the same index in
// MPIR_Comm.hints.
struct HintLayout : StructLayout {
  HintLayout() : StructLayout("MPIR_HINT") {}
  // Points to the name of the hint; null for unused entries.
  Slot<Address> key;
  // The type of the hint's value, one of HintType.
  Slot<std::int32_t> type;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("key", key);
    field("type", type);
  }
};

}  // namespace mpidbg::layout::mpich
