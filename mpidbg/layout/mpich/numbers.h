#pragma once
// Lists numbers that differ between versions of MPICH and are not offsets. Profiles contain them as "constants".
// Numbers that are the same from 4.0 to 5.0, or that mpi.h fixes for programs, are in the constants.h of each folder.

#include <string_view>

#include "mpidbg/layout/number.h"

namespace mpidbg::layout::mpich {

// Holds the numbers of one MPICH library. Each number is initialized with its value in 4.0.
struct Numbers {
  // The kinds of requests after the partitioned ones. Their numbers are larger by one since 4.2. Source:
  // src/include/mpir_request.h.
  Number request_generalized{"MPIR_REQUEST_KIND__GREQUEST", 9};
  Number request_collective{"MPIR_REQUEST_KIND__COLL", 10};
  Number request_matched_probe{"MPIR_REQUEST_KIND__MPROBE", 11};
  Number request_window{"MPIR_REQUEST_KIND__RMA", 12};
  // The offset that MPIO_File_c2f adds to a file's index in ROMIO's table. It is 4096 since 5.0, because smaller
  // Fortran handles are constants of the standard ABI.
  Number first_fortran_file{"MPIO_File_c2f", 0};

  // Calls visit(number) for each number.
  template <class Visitor>
  void for_each(Visitor &&visit) {
    visit(request_generalized), visit(request_collective), visit(request_matched_probe), visit(request_window);
    visit(first_fortran_file);
  }
};

// Looks the numbers up in the profile with layout::resolve_numbers(). The values above are those of the versions 4.0
// and 4.0.x.
inline void resolve_numbers(Numbers &numbers, const Profile *profile, std::string_view version) {
  layout::resolve_numbers(numbers, profile, version == "4.0" || version.substr(0, 4) == "4.0.");
}

}  // namespace mpidbg::layout::mpich
