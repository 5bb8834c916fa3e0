#pragma once
// Describes an error handler in the terms of the MPI standard. Plain data; facts that memory does not contain are empty
// optionals.

#include <optional>
#include <string>
#include <vector>

#include "mpidbg/model/objects/handle.h"

namespace mpidbg::model {

// Describes one error handler. `handle` identifies it while the process is stopped.
struct Errhandler {
  Handle handle{};
  // The name of a predefined error handler, otherwise empty.
  std::string name;
  bool predefined = false;
  bool is_null = false;
  // The Fortran INTEGER handle; -1 if the error handler has none.
  int fortran_index = -1;
  // The kind of object that the error handler can be attached to: communicator, file, window or session. Empty for
  // predefined error handlers, which fit all kinds.
  std::optional<HandleKind> object_kind;
  Language language = Language::c;
  // The program's function; null for predefined error handlers.
  Address function{};
  // The library's reference count, which includes the program's own reference.
  int reference_count = 0;

  // The objects that the error handler is attached to. The list is complete only if ObjectRecords::users_problem() is
  // empty.
  std::vector<HandleReference> users;

  // True if the program has called MPI_Errhandler_free while objects keep the error handler alive. This is inferred
  // from reference counts; empty if the counts are inconclusive.
  std::optional<bool> freed;
};

}  // namespace mpidbg::model
