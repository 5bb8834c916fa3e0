#pragma once
// An MPI_Status, the result of a completed operation. Plain data.

#include <cstdint>

#include "mpidbg/model/objects/handle.h"

namespace mpidbg::model {

// Describes the contents of one status.
struct MessageStatus {
  // The address of the MPI_Status.
  Address address{};
  // True for the library's own empty status.
  bool predefined = false;
  // Raw values; those of MPI_ANY_SOURCE and similar constants depend on the library.
  int source = -1;
  int tag = -1;
  // True if `source` means MPI_ANY_SOURCE, or MPI_PROC_NULL.
  bool any_source = false, proc_null = false;
  // True if `tag` means MPI_ANY_TAG.
  bool any_tag = false;
  // The member MPI_ERROR, which is defined only in functions that return several statuses.
  int error = 0;
  // The result of MPI_Test_cancelled().
  bool cancelled = false;
  // The number of bytes received.
  std::uint64_t bytes = 0;
};

}  // namespace mpidbg::model
