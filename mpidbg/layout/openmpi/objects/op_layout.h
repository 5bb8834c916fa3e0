#pragma once
// Reduction operations. Source: ompi/op/op.h.

#include "mpidbg/layout/openmpi/object_name.h"
#include "mpidbg/layout/openmpi/opal/object_layout.h"
#include "mpidbg/layout/slot.h"

namespace mpidbg::layout::openmpi {

struct OpLayout : StructLayout {
  OpLayout() : StructLayout("ompi_op_t") {}
  using Base = ObjectLayout;
  Slot<Text<object_name_length>> o_name;  // "USER OP" for the user's
  Slot<std::uint32_t> o_flags;
  Slot<std::int32_t> o_f_to_c_index;
  Slot<Embedded> o_func;  // union that starts with the user's function; a table of functions in predefined operations
  template <class Visitor>
  void describe(Visitor &&field) {
    field("o_name", o_name);
    field("o_flags", o_flags);
    field("o_f_to_c_index", o_f_to_c_index);
    field("o_func", o_func);
  }
};

}  // namespace mpidbg::layout::openmpi
