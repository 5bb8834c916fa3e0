#pragma once
// Sessions. Source: src/include/mpir_session.h, 4.0 to 5.0.

#include "mpidbg/layout/mpich/objects/object_layout.h"
#include "mpidbg/layout/slot.h"

namespace mpidbg::layout::mpich {

struct SessionLayout : StructLayout {
  SessionLayout() : StructLayout("MPIR_Session") {}
  using Base = ObjectLayout;
  Slot<Address> errhandler;                   // null: none was set
  Slot<Optional<std::int32_t>> thread_level;  // up to 4.3
  template <class Visitor>
  void describe(Visitor &&field) {
    field("errhandler", errhandler);
    field("thread_level", thread_level);
  }
};

}  // namespace mpidbg::layout::mpich
