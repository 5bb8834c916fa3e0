#pragma once
// A keyval, the key of attributes, as the program made it. Plain data.

#include <cstdint>

#include "mpidbg/model/objects/handle.h"

namespace mpidbg::model {

struct Keyval {
  int number = -1;
  bool predefined = false;
  // The kind of object whose attributes it is a key of: communicator, datatype or window.
  HandleKind object_kind = HandleKind::communicator;
  Language language = Language::c;
  // For Fortran: the functions take INTEGERs instead of addresses.
  bool integer_kind = false;
  int reference_count = -1;
  // Null for none.
  Address copy_function{}, delete_function{};
  // The extra_state that MPI passes to both functions.
  std::int64_t extra_state = 0;
};

}  // namespace mpidbg::model
