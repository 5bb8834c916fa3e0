#pragma once
// Describes an MPI_Status, the result of a completed operation. Plain data.

#include <cstdint>

#include "mpidbg/model/objects/handle.h"

namespace mpidbg::model {

struct MessageStatus {
  // The address of the MPI_Status.
  Address address{};
  // True for the empty status that belongs to the library.
  bool predefined = false;
  // The members MPI_SOURCE and MPI_TAG as stored; MPI_ANY_SOURCE and similar constants have other values in each
  // library.
  int source = -1;
  int tag = -1;
  // `any_source` is true if `source` is MPI_ANY_SOURCE, and `proc_null` if it is MPI_PROC_NULL.
  bool any_source = false, proc_null = false;
  // True if `tag` is MPI_ANY_TAG.
  bool any_tag = false;
  // The member MPI_ERROR, which is set only by functions that return several statuses.
  int error = 0;
  // The result of MPI_Test_cancelled().
  bool cancelled = false;
  // The number of bytes received.
  std::uint64_t bytes = 0;
};

}  // namespace mpidbg::model
