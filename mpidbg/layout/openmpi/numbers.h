#pragma once
// Numbers that changed between versions of Open MPI and are not offsets: bits of flags, values of enumerations, lengths
// of arrays. A profile has them as "constants". Numbers that all versions from 4.1 to 6.0 share, or that mpi.h fixes
// for programs, are in the constants.h of each room.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "mpidbg/layout/profile.h"

namespace mpidbg::layout::openmpi {

struct Number {
  const char *name;  // the library's own
  std::int64_t in_4_1;
  std::optional<std::int64_t> value = {};  // in the library of the process, once resolved

  // Error: layout, if it is not known of this version.
  Result<std::int64_t> get() const {
    if (value) return *value;
    return Error{ErrorCode::layout, std::string(name) + " of this version is unknown: no profile has it"};
  }
};

struct Numbers {
  // ompi/errhandler/errhandler.h: eh_lang. 5.0 has no C++ (a profile of it says -1), and Fortran is 1.
  Number errhandler_cxx{"OMPI_ERRHANDLER_LANG_CXX", 1};
  Number errhandler_fortran{"OMPI_ERRHANDLER_LANG_FORTRAN", 2};
  // ompi/op/op.h: the bit of o_flags of a C++ function; 0 from 5.0 on.
  Number op_cxx{"OMPI_OP_FLAGS_CXX_FUNC", 0x4};
  // ompi/datatype/ompi_datatype.h: the bit of flags of a predefined datatype; 0x40000 in 6.0.
  Number datatype_predefined{"OMPI_DATATYPE_FLAG_PREDEFINED", 0x200};
  // ompi/mca/osc/ucx/osc_ucx.h: memory regions that can be attached to a dynamic window; 48 in 5.0.
  Number osc_ucx_regions{"OMPI_OSC_UCX_ATTACH_MAX", 32};

  // Calls visit(number) for each.
  template <class Visitor>
  void for_each(Visitor &&visit) {
    visit(errhandler_cxx), visit(errhandler_fortran), visit(op_cxx), visit(datatype_predefined), visit(osc_ucx_regions);
  }
};

// From a profile, null if none fits. What it lacks is known of 4.1 alone.
inline void resolve_numbers(Numbers &numbers, const Profile *profile, std::string_view version) {
  const bool is_4_1 = version == "4.1" || version.substr(0, 4) == "4.1.";
  numbers.for_each([&](Number &number) {
    if (is_4_1) number.value = number.in_4_1;
    if (profile == nullptr) return;
    if (const auto found = profile->constants.find(std::string_view(number.name)); found != profile->constants.end()) {
      number.value = found->second;
    }
  });
}

}  // namespace mpidbg::layout::openmpi
