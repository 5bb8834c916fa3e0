#pragma once
// A message matched by MPI_Mprobe and not received yet as MPI means it. Plain data.

#include "mpidbg/model/handle.h"

namespace mpidbg::model {

struct Message {
  Address handle{};
};

}  // namespace mpidbg::model
