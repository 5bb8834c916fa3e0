#pragma once
// A request as MPI means it. Plain data.

#include "mpidbg/model/handle.h"

namespace mpidbg::model {

struct Request {
  Address handle{};
};

}  // namespace mpidbg::model
