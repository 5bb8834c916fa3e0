#pragma once
// Describes reduction operations. Source: ompi/op/op.h.

#include "mpidbg/layout/openmpi/object_name.h"
#include "mpidbg/layout/openmpi/opal/object_layout.h"
#include "mpidbg/layout/slot.h"

namespace mpidbg::layout::openmpi {

// Describes ompi_op_t, the object behind an MPI_Op.
struct OpLayout : StructLayout {
  OpLayout() : StructLayout("ompi_op_t") {}
  using Base = ObjectLayout;
  // The name of the operation; "USER OP" for operations of the program.
  Slot<Text<object_name_length>> o_name;
  Slot<std::uint32_t> o_flags;
  Slot<std::int32_t> o_f_to_c_index;
  // The functions, as a union. An operation of the program has the program's function at the start of the union; a
  // predefined operation has a table of functions there.
  Slot<Embedded> o_func;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("o_name", o_name);
    field("o_flags", o_flags);
    field("o_f_to_c_index", o_f_to_c_index);
    field("o_func", o_func);
  }
};

}  // namespace mpidbg::layout::openmpi
