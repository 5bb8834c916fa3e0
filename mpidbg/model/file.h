#pragma once
// An open file as MPI means it. Plain data.

#include "mpidbg/model/handle.h"

namespace mpidbg::model {

struct File {
  Address handle{};
};

}  // namespace mpidbg::model
