#pragma once
// Converts the library's handle of a datatype to the program's. Since 5.0, the library replaces the handles of
// predefined types by handles of its own before it stores them in requests. A handle of the library has one additional
// bit, and the kind of type in the bits below that bit. Source: src/include/mpir_datatype.h and
// src/mpi/datatype/typeutil.c, 5.0.

#include <cstdint>

#include "mpidbg/layout/mpich/constants.h"

namespace mpidbg::model::mpich {

// Returns the program's handle for a handle of the library, and other handles unchanged.
constexpr std::uint32_t program_datatype(std::uint32_t handle) {
  namespace constants = layout::mpich;
  const bool is_own = (handle & (constants::predefined_datatype_bits | constants::own_datatype)) ==
                      (constants::predefined_datatype | constants::own_datatype);
  return is_own ? handle & ~(constants::own_datatype | constants::own_datatype_kinds) : handle;
}

}  // namespace mpidbg::model::mpich
