#pragma once
// Error handlers. Source: ompi/errhandler/errhandler.h.

#include "mpidbg/layout/openmpi/object_name.h"
#include "mpidbg/layout/openmpi/opal/object_layout.h"
#include "mpidbg/layout/slot.h"

namespace mpidbg::layout::openmpi {

struct ErrhandlerLayout : StructLayout {
  ErrhandlerLayout() : StructLayout("ompi_errhandler_t") {}
  using Base = ObjectLayout;
  Slot<Text<object_name_length>> eh_name;  // empty for the user's
  Slot<std::int32_t> eh_mpi_object_type;   // see constants.h
  Slot<std::int32_t> eh_lang;              // see constants.h
  // A user's handler has its function in the one for its type of object, and in eh_fort_fn whatever its language.
  Slot<Address> eh_comm_fn;
  Slot<Address> eh_file_fn;
  Slot<Address> eh_win_fn;
  Slot<Optional<Address>> eh_instance_fn;  // from 5.0 on
  Slot<Address> eh_fort_fn;
  Slot<std::int32_t> eh_f_to_c_index;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("eh_name", eh_name);
    field("eh_mpi_object_type", eh_mpi_object_type);
    field("eh_lang", eh_lang);
    field("eh_comm_fn", eh_comm_fn);
    field("eh_file_fn", eh_file_fn);
    field("eh_win_fn", eh_win_fn);
    field("eh_instance_fn", eh_instance_fn);
    field("eh_fort_fn", eh_fort_fn);
    field("eh_f_to_c_index", eh_f_to_c_index);
  }
};

}  // namespace mpidbg::layout::openmpi
