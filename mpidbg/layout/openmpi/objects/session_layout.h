#pragma once
// Describes sessions, which Open MPI calls instances. MPI_Init makes an instance as well. Source:
// ompi/instance/instance.h of 5.0, the first version with sessions.

#include "mpidbg/layout/openmpi/objects/info_layout.h"
#include "mpidbg/layout/slot.h"

namespace mpidbg::layout::openmpi {

// Describes ompi_instance_t, the object behind an MPI_Session.
struct SessionLayout : StructLayout {
  SessionLayout() : StructLayout("ompi_instance_t") {}
  using Base = InfoSubscriberLayout;
  Slot<std::int32_t> i_thread_level;
  Slot<std::int32_t> i_f_to_c_index;
  Slot<Address> error_handler;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("i_thread_level", i_thread_level);
    field("i_f_to_c_index", i_f_to_c_index);
    field("error_handler", error_handler);
  }
};

}  // namespace mpidbg::layout::openmpi
