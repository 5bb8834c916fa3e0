#pragma once
// What of MPICH's layouts, and of those of UCX under it, is compared with the process before it is believed.

#include <vector>

#include "mpidbg/model/library/layout_check.h"
#include "mpidbg/model/mpich/handles.h"

namespace mpidbg::model::mpich {

// For each kind of object that has a table: the size of the objects and the list of free ones. For UCX: its worker.
std::vector<LayoutCheck> check_layouts(Handles &readers);

}  // namespace mpidbg::model::mpich
