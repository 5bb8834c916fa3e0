#pragma once
// An error handler as MPI means it. Plain data; what memory does not hold is an empty optional.

#include <optional>
#include <string>
#include <vector>

#include "mpidbg/model/objects/handle.h"

namespace mpidbg::model {

struct Errhandler {
  Handle handle{};
  std::string name;  // of a predefined one, else empty
  bool predefined = false;
  bool is_null = false;
  int fortran_index = -1;
  std::optional<HandleKind> object_kind;  // communicator, file or window; empty: any (predefined)
  Language language = Language::c;
  Address function{};  // the program's; null for predefined ones
  int reference_count = 0;

  // What it is attached to; complete only where ObjectRecords::users_problem is empty.
  std::vector<HandleReference> users;

  // Whether the program called MPI_Errhandler_free on it while objects keep it alive. Inferred from reference counts;
  // empty if they do not show it.
  std::optional<bool> freed;
};

}  // namespace mpidbg::model
