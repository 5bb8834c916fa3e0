#pragma once
// An MPI_Status: what a completed operation left behind. Plain data.

#include <cstdint>

#include "mpidbg/model/objects/handle.h"

namespace mpidbg::model {

struct MessageStatus {
  Address address{};
  bool predefined = false;  // the library's own empty status
  int source = -1;          // values as they are; those of MPI_ANY_SOURCE and its like depend on the library
  int tag = -1;
  bool any_source = false, proc_null = false;  // of source
  bool any_tag = false;                        // of tag
  int error = 0;
  bool cancelled = false;
  std::uint64_t bytes = 0;
};

}  // namespace mpidbg::model
