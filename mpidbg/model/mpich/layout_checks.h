#pragma once
// Compares the process with the layouts of MPICH and of the UCX that it uses, so that the user can see whether the
// layouts can be trusted.

#include <vector>

#include "mpidbg/model/library/layout_check.h"
#include "mpidbg/model/mpich/handles.h"

namespace mpidbg::model::mpich {

// Checks the size of the objects and the list of free objects of each kind that has a table, and checks the worker of
// UCX. Returns the results.
std::vector<LayoutCheck> check_layouts(Handles &readers);

}  // namespace mpidbg::model::mpich
