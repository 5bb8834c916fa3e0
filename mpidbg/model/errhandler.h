#pragma once
// An error handler as MPI means it. Plain data.

#include "mpidbg/model/handle.h"

namespace mpidbg::model {

struct Errhandler {
  Address handle{};
};

}  // namespace mpidbg::model
