#pragma once
// Files, whatever layer does their input and output. Source: ompi/file/file.h, ompi/mca/io/io.h of 4.1.

#include "mpidbg/layout/openmpi/objects/info_layout.h"
#include "mpidbg/layout/slot.h"

namespace mpidbg::layout::openmpi {

struct FileLayout : StructLayout {
  FileLayout() : StructLayout("ompi_file_t") {}
  using Base = InfoSubscriberLayout;
  Slot<Address> f_comm;      // the program's
  Slot<Address> f_filename;  // as the program gave it; null for MPI_FILE_NULL
  Slot<std::int32_t> f_amode;
  Slot<std::int32_t> f_flags;
  Slot<std::int32_t> f_f_to_c_index;
  Slot<Address> error_handler;
  Slot<Embedded> f_io_selected_component;  // starts with an mca_base_component_t, which names the layer
  Slot<Address> f_io_selected_data;        // what the layer keeps
  template <class Visitor>
  void describe(Visitor &&field) {
    field("f_comm", f_comm);
    field("f_filename", f_filename);
    field("f_amode", f_amode);
    field("f_flags", f_flags);
    field("f_f_to_c_index", f_f_to_c_index);
    field("error_handler", error_handler);
    field("f_io_selected_component", f_io_selected_component);
    field("f_io_selected_data", f_io_selected_data);
  }
};

}  // namespace mpidbg::layout::openmpi
