#pragma once
// Describes a reduction operation in the terms of the MPI standard. Plain data; facts that memory does not contain are
// empty optionals.

#include <optional>
#include <string>
#include <vector>

#include "mpidbg/model/objects/handle.h"

namespace mpidbg::model {

// Describes one reduction operation. `handle` identifies it while the process is stopped.
struct Op {
  Handle handle{};
  // The name of a predefined operation, otherwise empty.
  std::string name;
  bool predefined = false;
  bool is_null = false;
  bool commutative = false;
  // True if the library made the operation for itself, so that no handle of the program refers to it.
  bool internal = false;
  // The Fortran INTEGER handle; -1 if the operation has none.
  int fortran_index = -1;
  // The language whose calling convention the program's function has.
  Language language = Language::c;
  // The program's function; null for predefined operations.
  Address function{};
  // The library's reference count, which includes references by operations in progress.
  int reference_count = 0;

  // The operations in progress that use the reduction operation. The list is complete only if
  // ObjectRecords::users_problem() is empty.
  std::vector<HandleReference> users;

  // True if the program has called MPI_Op_free while operations keep the object alive. This is inferred from reference
  // counts; empty if the counts are inconclusive.
  std::optional<bool> freed;
};

}  // namespace mpidbg::model
