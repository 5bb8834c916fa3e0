#pragma once
// A reduction operation as MPI means it. Plain data; what memory does not hold is an empty optional.

#include <optional>
#include <string>
#include <vector>

#include "mpidbg/model/objects/handle.h"

namespace mpidbg::model {

struct Op {
  Handle handle{};
  std::string name;  // of a predefined one, else empty
  bool predefined = false;
  bool is_null = false;
  bool commutative = false;
  int fortran_index = -1;
  Language language = Language::c;
  Address function{};  // the program's; null for predefined ones
  int reference_count = 0;

  // The operations in progress that reduce with it; complete only where ObjectRecords::users_problem is empty.
  std::vector<HandleReference> users;

  // Whether the program called MPI_Op_free on it while operations keep it alive. Inferred from reference counts; empty
  // if they do not show it.
  std::optional<bool> freed;
};

}  // namespace mpidbg::model
