#pragma once
// Describes sessions. Source: src/include/mpir_session.h, 4.0 to 5.0.

#include "mpidbg/layout/mpich/objects/object_layout.h"
#include "mpidbg/layout/slot.h"

namespace mpidbg::layout::mpich {

// Describes MPIR_Session, the object behind an MPI_Session.
struct SessionLayout : StructLayout {
  SessionLayout() : StructLayout("MPIR_Session") {}
  using Base = ObjectLayout;
  // Points to the error handler; null if none was set.
  Slot<Address> errhandler;
  // The thread level of the session; up to 4.3.
  Slot<Optional<std::int32_t>> thread_level;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("errhandler", errhandler);
    field("thread_level", thread_level);
  }
};

}  // namespace mpidbg::layout::mpich
