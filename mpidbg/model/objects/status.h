#pragma once
// An MPI_Status: what a completed operation left behind. Plain data.

#include <cstdint>

#include "mpidbg/model/objects/handle.h"

namespace mpidbg::model {

struct MessageStatus {
  Address address{};
  bool predefined = false;  // the library's own empty status
  int source = -1;          // values as they are, MPI_ANY_SOURCE and MPI_PROC_NULL included
  int tag = -1;
  int error = 0;
  bool cancelled = false;
  std::uint64_t bytes = 0;
};

}  // namespace mpidbg::model
