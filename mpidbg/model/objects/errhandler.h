#pragma once
// An error handler in the terms of the MPI standard. Plain data; facts that memory does not contain are empty
// optionals.

#include <optional>
#include <string>
#include <vector>

#include "mpidbg/model/objects/handle.h"

namespace mpidbg::model {

struct Errhandler {
  Handle handle{};
  // The name of a predefined error handler, otherwise empty.
  std::string name;
  bool predefined = false;
  bool is_null = false;
  // The Fortran INTEGER handle; -1 if it has none.
  int fortran_index = -1;
  // The kind of object it can be attached to: communicator, file or window; empty for any kind (predefined ones).
  std::optional<HandleKind> object_kind;
  Language language = Language::c;
  // The program's function; null for predefined error handlers.
  Address function{};
  int reference_count = 0;

  // The objects it is attached to. The list is complete only if ObjectRecords::users_problem() is empty.
  std::vector<HandleReference> users;

  // True if the program has called MPI_Errhandler_free while objects keep it alive. Inferred from reference counts;
  // empty if they do not show it.
  std::optional<bool> freed;
};

}  // namespace mpidbg::model
