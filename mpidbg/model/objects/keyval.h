#pragma once
// A keyval, the key of attributes, as the program made it. Plain data.

#include <cstdint>

#include "mpidbg/model/objects/handle.h"

namespace mpidbg::model {

struct Keyval {
  int number = -1;
  bool predefined = false;
  HandleKind object_kind = HandleKind::communicator;  // whose attributes: communicator, datatype or window
  Language language = Language::c;
  bool integer_kind = false;  // Fortran: the functions take INTEGERs, not addresses
  int reference_count = -1;
  Address copy_function{}, delete_function{};  // null: none
  std::int64_t extra_state = 0;
};

}  // namespace mpidbg::model
