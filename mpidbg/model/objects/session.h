#pragma once
// Describes a session in the terms of the MPI standard. Plain data; facts that memory does not contain are empty
// optionals.

#include <optional>
#include <string>

#include "mpidbg/model/objects/handle.h"

namespace mpidbg::model {

// Describes one session. `handle` identifies it while the process is stopped.
struct Session {
  Handle handle{};
  // The name of a predefined session, otherwise empty.
  std::string name;
  bool is_null = false;
  // The Fortran INTEGER handle; -1 if the session has none.
  int fortran_index = -1;
  // The provided thread level, counted from 0 for MPI_THREAD_SINGLE; empty if it cannot be read.
  std::optional<int> thread_level;
  // The error handler of the session; null if none was set.
  Handle errhandler{};
  // The name of a predefined error handler, otherwise empty.
  std::string errhandler_name;
};

}  // namespace mpidbg::model
