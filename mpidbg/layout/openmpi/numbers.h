#pragma once
// Numbers that changed between versions of Open MPI and are not offsets: bits of flags, values of enumerations, lengths
// of arrays. A profile has them as "constants"; without one they are those of 4.1. Numbers that all versions from 4.1
// to 6.0 share, or that mpi.h fixes for programs, are in constants.h.

#include <cstdint>

#include "mpidbg/layout/profile.h"

namespace mpidbg::layout::openmpi {

struct Numbers {
  // ompi/errhandler/errhandler.h: eh_lang. 5.0 has no C++, so that Fortran is 1.
  std::int64_t errhandler_cxx = 1;
  std::int64_t errhandler_fortran = 2;
  // ompi/op/op.h: the bit of o_flags of a C++ function; 0 from 5.0 on.
  std::int64_t op_cxx = 0x4;
  // ompi/datatype/ompi_datatype.h: the bit of flags of a predefined datatype; 0x40000 in 6.0.
  std::int64_t datatype_predefined = 0x200;
  // ompi/mca/osc/ucx/osc_ucx.h: memory regions that can be attached to a dynamic window; 48 in 5.0.
  std::int64_t osc_ucx_regions = 32;

  // Calls visit(name, number) with the library's own names.
  template <class Visitor>
  void describe(Visitor &&visit) {
    visit("OMPI_ERRHANDLER_LANG_CXX", errhandler_cxx);
    visit("OMPI_ERRHANDLER_LANG_FORTRAN", errhandler_fortran);
    visit("OMPI_OP_FLAGS_CXX_FUNC", op_cxx);
    visit("OMPI_DATATYPE_FLAG_PREDEFINED", datatype_predefined);
    visit("OMPI_OSC_UCX_ATTACH_MAX", osc_ucx_regions);
  }
};

// Takes those that the profile has.
inline void resolve_numbers(Numbers &numbers, const Profile &profile) {
  numbers.describe([&](const char *name, std::int64_t &number) {
    if (const auto found = profile.constants.find(std::string_view(name)); found != profile.constants.end()) {
      number = found->second;
    }
  });
}

}  // namespace mpidbg::layout::openmpi
