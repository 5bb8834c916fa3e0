#pragma once
// A reduction operation as MPI means it. Plain data.

#include "mpidbg/model/handle.h"

namespace mpidbg::model {

struct Op {
  Address handle{};
};

}  // namespace mpidbg::model
