#pragma once
// Describes error handlers. Source: ompi/errhandler/errhandler.h.

#include "mpidbg/layout/openmpi/object_name.h"
#include "mpidbg/layout/openmpi/opal/object_layout.h"
#include "mpidbg/layout/slot.h"

namespace mpidbg::layout::openmpi {

// Describes ompi_errhandler_t, the object behind an MPI_Errhandler.
struct ErrhandlerLayout : StructLayout {
  ErrhandlerLayout() : StructLayout("ompi_errhandler_t") {}
  using Base = ObjectLayout;
  // The name of a predefined error handler; empty for an error handler of the program.
  Slot<Text<object_name_length>> eh_name;
  // The kind of object that can have the error handler, one of ErrhandlerObjectType.
  Slot<std::int32_t> eh_mpi_object_type;
  // The language of the program's function; see constants.h and numbers.h.
  Slot<std::int32_t> eh_lang;
  // The program's function. An error handler of the program has it in the field for its type of object, and also in
  // eh_fort_fn, regardless of its language.
  Slot<Address> eh_comm_fn;
  Slot<Address> eh_file_fn;
  Slot<Address> eh_win_fn;
  // The function for sessions, since 5.0.
  Slot<Optional<Address>> eh_instance_fn;
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
