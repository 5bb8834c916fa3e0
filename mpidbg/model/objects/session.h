#pragma once
// A session as MPI means it. Plain data; what memory does not hold is an empty optional.

#include <optional>
#include <string>

#include "mpidbg/model/objects/handle.h"

namespace mpidbg::model {

struct Session {
  Handle handle{};
  std::string name;  // of a predefined one, else empty
  bool is_null = false;
  int fortran_index = -1;
  std::optional<int> thread_level;  // MPI_THREAD_* as ThreadLevel counts them from MPI_THREAD_SINGLE on, from 0
  Handle errhandler{};              // null: none was set
  std::string errhandler_name;      // of a predefined error handler
};

}  // namespace mpidbg::model
