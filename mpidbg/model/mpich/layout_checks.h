#pragma once
// Lists the comparisons between the process and the layouts of MPICH and of the UCX that it uses, which are made before
// the layouts are trusted.

#include <vector>

#include "mpidbg/model/library/layout_check.h"
#include "mpidbg/model/mpich/handles.h"

namespace mpidbg::model::mpich {

// Checks, for each kind of object with a table, the size of the objects and the list of free ones, and, for UCX, its
// worker.
std::vector<LayoutCheck> check_layouts(Handles &readers);

}  // namespace mpidbg::model::mpich
