#pragma once
// An info object as MPI means it. Plain data.

#include "mpidbg/model/handle.h"

namespace mpidbg::model {

struct Info {
  Address handle{};
};

}  // namespace mpidbg::model
