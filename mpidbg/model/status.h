#pragma once
// An MPI_Status: what a completed operation left behind. Plain data.

#include "mpidbg/model/handle.h"

namespace mpidbg::model {

struct MessageStatus {
  Address address{};
};

}  // namespace mpidbg::model
