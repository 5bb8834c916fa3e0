#pragma once
// A window as MPI means it. Plain data.

#include "mpidbg/model/handle.h"

namespace mpidbg::model {

struct Window {
  Address handle{};
};

}  // namespace mpidbg::model
