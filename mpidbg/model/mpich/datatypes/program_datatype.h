#pragma once
// The handle that a program has of a datatype. From 5.0 on the library turns those of predefined types into handles of
// its own, before it notes them in requests: one bit more, and the kind of type in the bits below. Source:
// src/include/mpir_datatype.h and src/mpi/datatype/typeutil.c, 5.0.

#include <cstdint>

#include "mpidbg/layout/mpich/constants.h"

namespace mpidbg::model::mpich {

// The handle itself if it is not one of the library's own.
constexpr std::uint32_t program_datatype(std::uint32_t handle) {
  namespace constants = layout::mpich;
  const bool is_own = (handle & (constants::predefined_datatype_bits | constants::own_datatype)) ==
                      (constants::predefined_datatype | constants::own_datatype);
  return is_own ? handle & ~(constants::own_datatype | constants::own_datatype_kinds) : handle;
}

}  // namespace mpidbg::model::mpich
