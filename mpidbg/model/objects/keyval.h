#pragma once
// A keyval, the key of attributes, as the program made it. Plain data.

#include <cstdint>

#include "mpidbg/model/objects/handle.h"

namespace mpidbg::model {

// Describes one keyval.
struct Keyval {
  // The value of the handle, which is an int in C and Fortran.
  int number = -1;
  bool predefined = false;
  // The kind of object whose attributes have the keyval as key: communicator, datatype or window.
  HandleKind object_kind = HandleKind::communicator;
  // The language whose function made the keyval, and in which its functions are called.
  Language language = Language::c;
  // True if the functions are Fortran's and take INTEGERs instead of addresses.
  bool integer_kind = false;
  // The library's count, which includes references by attributes; -1 if unknown.
  int reference_count = -1;
  // The program's functions; null if the keyval has none.
  Address copy_function{}, delete_function{};
  // The extra_state that MPI passes to both functions.
  std::int64_t extra_state = 0;
};

}  // namespace mpidbg::model
