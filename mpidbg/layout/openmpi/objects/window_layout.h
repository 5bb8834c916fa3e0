#pragma once
// Describes windows, apart from the data of the component that implements them. Source: ompi/win/win.h,
// ompi/mca/osc/osc.h.

#include "mpidbg/layout/openmpi/object_name.h"
#include "mpidbg/layout/openmpi/objects/info_layout.h"
#include "mpidbg/layout/slot.h"

namespace mpidbg::layout::openmpi {

// Describes ompi_win_t, the object behind an MPI_Win.
struct WindowLayout : StructLayout {
  WindowLayout() : StructLayout("ompi_win_t") {}
  using Base = InfoSubscriberLayout;
  // The name, which has been outside of the struct since 6.0.
  Slot<TextOrPointer<object_name_length>> w_name;
  Slot<Address> w_group;
  Slot<std::uint16_t> w_flags;
  Slot<Address> w_keyhash;
  Slot<std::int32_t> w_f_to_c_index;
  Slot<Address> error_handler;
  Slot<Address> w_osc_module;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("w_name", w_name);
    field("w_group", w_group);
    field("w_flags", w_flags);
    field("w_keyhash", w_keyhash);
    field("w_f_to_c_index", w_f_to_c_index);
    field("error_handler", error_handler);
    field("w_osc_module", w_osc_module);
  }
};

// Describes ompi_osc_base_module_3_0_0_t, the function pointers at the start of a component's data about a window.
// Their values identify the component.
struct OscModuleLayout : StructLayout {
  OscModuleLayout() : StructLayout("ompi_osc_base_module_3_0_0_t") {}
  Slot<Address> osc_free;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("osc_free", osc_free);
  }
};

// Describes ompi_osc_base_module_4_0_0_t, which has taken the place of ompi_osc_base_module_3_0_0_t since 6.0.
struct OscModule4Layout : StructLayout {
  OscModule4Layout() : StructLayout("ompi_osc_base_module_4_0_0_t") {}
  Slot<Address> osc_free;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("osc_free", osc_free);
  }
};

}  // namespace mpidbg::layout::openmpi
