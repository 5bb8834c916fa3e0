#pragma once
// Describes a keyval, the key of attributes, as the program made it. Plain data.

#include <cstdint>

#include "mpidbg/model/objects/handle.h"

namespace mpidbg::model {

struct Keyval {
  // The value of the handle, which is an int in C and Fortran.
  int number = -1;
  bool predefined = false;
  // The kind of object whose attributes have the keyval as key: communicator, datatype or window.
  HandleKind object_kind = HandleKind::communicator;
  // The language of the binding through which the keyval was made. The callbacks are called in the same language.
  Language language = Language::c;
  // True if the callbacks are Fortran's and take attribute values and extra_state as INTEGER, not as address-sized
  // integers.
  bool integer_kind = false;
  // The library's reference count, which includes references by attributes; -1 if unknown.
  int reference_count = -1;
  // The program's callbacks; null if the keyval has none.
  Address copy_function{}, delete_function{};
  // The extra_state that MPI passes to both callbacks.
  std::int64_t extra_state = 0;
};

}  // namespace mpidbg::model
