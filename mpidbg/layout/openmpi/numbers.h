#pragma once
// Numbers that changed between versions of Open MPI and are not offsets: bits of flags, values of enumerations, lengths
// of arrays. A profile has them as "constants". Numbers that all versions from 4.1 to 6.0 share, or that mpi.h fixes
// for programs, are in the constants.h of each room.

#include <cstdint>
#include <optional>
#include <string_view>

#include "mpidbg/layout/number.h"

namespace mpidbg::layout::openmpi {

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
  // ompi/mca/coll/base/coll_tags.h: the tag of the first nonblocking collective on a communicator; -33 in 5.0, -34 in
  // 6.0.
  Number nonblocking_tags{"MCA_COLL_BASE_TAG_NONBLOCKING_BASE", -27};

  // mpi.h: a predefined keyval that 5.0 has first; -1: none.
  Number keyval_ft{"MPI_FT", -1};

  // Calls visit(number) for each.
  template <class Visitor>
  void for_each(Visitor &&visit) {
    visit(errhandler_cxx), visit(errhandler_fortran), visit(op_cxx), visit(datatype_predefined), visit(osc_ucx_regions),
        visit(nonblocking_tags), visit(keyval_ft);
  }
};

// How many nonblocking collectives of a communicator had smaller numbers than the one with this tag. Nothing if that is
// not known of this version, or for a tag of something else.
inline std::optional<std::uint64_t> nonblocking_number(const Numbers &numbers, std::int32_t tag) {
  const std::optional<std::int64_t> first = numbers.nonblocking_tags.value;
  if (!first || tag > *first) return std::nullopt;
  return static_cast<std::uint64_t>(*first - tag);
}

// As layout::resolve_numbers: the descriptions are those of 4.1.
inline void resolve_numbers(Numbers &numbers, const Profile *profile, std::string_view version) {
  layout::resolve_numbers(numbers, profile, version == "4.1" || version.substr(0, 4) == "4.1.");
}

}  // namespace mpidbg::layout::openmpi
