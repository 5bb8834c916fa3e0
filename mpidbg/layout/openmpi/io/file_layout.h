#pragma once
// Describes files, apart from the data of their I/O layer. Source: ompi/file/file.h, ompi/mca/io/io.h of 4.1.

#include "mpidbg/layout/openmpi/objects/info_layout.h"
#include "mpidbg/layout/slot.h"

namespace mpidbg::layout::openmpi {

// Describes ompi_file_t, the object behind an MPI_File.
struct FileLayout : StructLayout {
  FileLayout() : StructLayout("ompi_file_t") {}
  using Base = InfoSubscriberLayout;
  // Points to the communicator that the program passed to MPI_File_open.
  Slot<Address> f_comm;
  // Points to the file name that the program passed; null for MPI_FILE_NULL.
  Slot<Address> f_filename;
  Slot<std::int32_t> f_amode;
  Slot<std::int32_t> f_flags;
  Slot<std::int32_t> f_f_to_c_index;
  Slot<Address> error_handler;
  // The component of the I/O layer. It starts with an mca_base_component_t, which contains the layer's name.
  Slot<Embedded> f_io_selected_component;
  // Points to the I/O layer's own data about the file.
  Slot<Address> f_io_selected_data;
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
