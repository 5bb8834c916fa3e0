#pragma once
// Lists numbers that differ between versions of Open MPI and are not offsets: bits of flags, values of enumerations,
// and lengths of arrays. Profiles contain them as "constants". Numbers that are the same from 4.1 to 6.0, or that mpi.h
// fixes for programs, are in the constants.h of each folder.

#include <cstdint>
#include <optional>
#include <string_view>

#include "mpidbg/layout/number.h"

namespace mpidbg::layout::openmpi {

// Holds the numbers of one Open MPI library. Each number is initialized with its value in 4.1.
struct Numbers {
  // Values of the field eh_lang of an error handler. 5.0 has no C++ (its profiles contain -1), and there Fortran is 1.
  // Source: ompi/errhandler/errhandler.h.
  Number errhandler_cxx{"OMPI_ERRHANDLER_LANG_CXX", 1};
  Number errhandler_fortran{"OMPI_ERRHANDLER_LANG_FORTRAN", 2};
  // The bit of the field o_flags for a C++ function; 0 since 5.0. Source: ompi/op/op.h.
  Number op_cxx{"OMPI_OP_FLAGS_CXX_FUNC", 0x4};
  // The bit of the field `flags` for a predefined datatype; 0x40000 in 6.0. Source: ompi/datatype/ompi_datatype.h.
  Number datatype_predefined{"OMPI_DATATYPE_FLAG_PREDEFINED", 0x200};
  // The number of memory regions that can be attached to a dynamic window; 48 in 5.0. Source:
  // ompi/mca/osc/ucx/osc_ucx.h.
  Number osc_ucx_regions{"OMPI_OSC_UCX_ATTACH_MAX", 32};
  // The tag of the first nonblocking collective on a communicator; -33 in 5.0, -34 in 6.0. Source:
  // ompi/mca/coll/base/coll_tags.h.
  Number nonblocking_tags{"MCA_COLL_BASE_TAG_NONBLOCKING_BASE", -27};

  // The key MPI_FT, a predefined keyval that was introduced in 5.0; -1 in versions without it. Source: mpi.h.
  Number keyval_ft{"MPI_FT", -1};

  // Calls visit(number) for each number.
  template <class Visitor>
  void for_each(Visitor &&visit) {
    visit(errhandler_cxx), visit(errhandler_fortran), visit(op_cxx), visit(datatype_predefined), visit(osc_ucx_regions),
        visit(nonblocking_tags), visit(keyval_ft);
  }
};

// Returns the number of nonblocking collectives on a communicator that came before the one with this tag. Returns
// nullopt if the first tag is unknown for this version, or if the tag does not belong to a nonblocking collective.
inline std::optional<std::uint64_t> nonblocking_number(const Numbers &numbers, std::int32_t tag) {
  const std::optional<std::int64_t> first = numbers.nonblocking_tags.value;
  if (!first || tag > *first) return std::nullopt;
  return static_cast<std::uint64_t>(*first - tag);
}

// Looks the numbers up in the profile with layout::resolve_numbers(). The values above are those of the versions 4.1
// and 4.1.x.
inline void resolve_numbers(Numbers &numbers, const Profile *profile, std::string_view version) {
  layout::resolve_numbers(numbers, profile, version == "4.1" || version.substr(0, 4) == "4.1.");
}

}  // namespace mpidbg::layout::openmpi
