#pragma once
// Words the hints of a window as MPI_Win_get_info does.

#include "mpidbg/model/mpich/attach.h"
#include "mpidbg/model/objects/info.h"

namespace mpidbg::model::mpich {

// Returns the hints in the library's order. Left out are mpi_memory_alloc_kinds, which since 4.2 concerns the process
// and not the window, and perf_preference if the program has set none, as the library's text is arbitrary then.
Hints window_hints(const layout::View<WindowHintsLayout> &hints);

}  // namespace mpidbg::model::mpich
