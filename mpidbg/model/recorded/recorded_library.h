#pragma once
// An MPI library whose objects are not known, as far as its recorder knows them: handles that the program was
// given, and queues of what it posted itself.

#include <memory>

#include "mpidbg/model/library/mpi_library.h"
#include "mpidbg/model/recorded/recorder.h"

namespace mpidbg::model::recorded {

// `reason`: why the library's objects cannot be inspected. `in_memory`: what can be seen of it all the same, its
// variables; null if nothing. Errors: those of Recorder::record; unavailable before MPI_Init
// has completed and after MPI_Finalize. Recorder and memory outlive the library.
Result<std::unique_ptr<MpiLibrary>> open_recorded_library(Recorder &recorder, const debugger::Memory &memory,
                                                          const std::string &reason,
                                                          std::unique_ptr<MpiLibrary> in_memory);

// "MPICH 4.0.2", of what MPI_Get_library_version says.
std::string short_name(const std::string &library_version);

}  // namespace mpidbg::model::recorded
