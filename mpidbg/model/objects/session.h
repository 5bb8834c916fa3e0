#pragma once
// A session in the terms of the MPI standard. Plain data; facts that memory does not contain are empty optionals.

#include <optional>
#include <string>

#include "mpidbg/model/objects/handle.h"

namespace mpidbg::model {

struct Session {
  Handle handle{};
  // The name of a predefined session, otherwise empty.
  std::string name;
  bool is_null = false;
  int fortran_index = -1;
  // The thread level, counted from 0 for MPI_THREAD_SINGLE.
  std::optional<int> thread_level;
  // Null if none was set.
  Handle errhandler{};
  // The name of a predefined error handler, otherwise empty.
  std::string errhandler_name;
};

}  // namespace mpidbg::model
