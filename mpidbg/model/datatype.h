#pragma once
// A datatype as MPI means it. Plain data.

#include "mpidbg/model/handle.h"

namespace mpidbg::model {

struct Datatype {
  Address handle{};
};

}  // namespace mpidbg::model
