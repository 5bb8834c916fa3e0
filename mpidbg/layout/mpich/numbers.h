#pragma once
// Numbers that changed between versions of MPICH and are not offsets. A profile has them as "constants". Those that all
// versions from 4.0 to 5.0 share, or that mpi.h fixes for programs, are in the constants.h of each room.

#include <string_view>

#include "mpidbg/layout/number.h"

namespace mpidbg::layout::mpich {

struct Numbers {
  // src/include/mpir_request.h: the kinds of requests after the partitioned ones; one more each from 4.2 on.
  Number request_generalized{"MPIR_REQUEST_KIND__GREQUEST", 9};
  Number request_collective{"MPIR_REQUEST_KIND__COLL", 10};
  Number request_matched_probe{"MPIR_REQUEST_KIND__MPROBE", 11};
  Number request_window{"MPIR_REQUEST_KIND__RMA", 12};
  // What MPIO_File_c2f adds to a file's number in ROMIO's table: from 5.0 on 4096, as smaller Fortran handles are
  // constants of the standard ABI.
  Number first_fortran_file{"MPIO_File_c2f", 0};

  // Calls visit(number) for each.
  template <class Visitor>
  void for_each(Visitor &&visit) {
    visit(request_generalized), visit(request_collective), visit(request_matched_probe), visit(request_window);
    visit(first_fortran_file);
  }
};

// As layout::resolve_numbers: the descriptions are those of 4.0.
inline void resolve_numbers(Numbers &numbers, const Profile *profile, std::string_view version) {
  layout::resolve_numbers(numbers, profile, version == "4.0" || version.substr(0, 4) == "4.0.");
}

}  // namespace mpidbg::layout::mpich
