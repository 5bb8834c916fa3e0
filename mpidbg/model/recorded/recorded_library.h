#pragma once
// An MPI library with its recorder: the parts that the library's memory does not show come from the record.

#include <functional>
#include <memory>
#include <string>

#include "mpidbg/model/library/mpi_library.h"
#include "mpidbg/model/recorded/recorder.h"

namespace mpidbg::model::recorded {

using ValuesByHandleWidth = std::function<std::unique_ptr<ProgramValues>(unsigned handle_width)>;

// The library of a process, part by part: what `in_memory` shows stays as it is; handles, communicators and queues that
// it lacks come from the record, if there is one; the recorder knows nothing of the other parts. Who the process is and
// the state of MPI come from where the handles come from.
//
// `in_memory`: what attach() of library/detect.h answered. Recorder and memory outlive the library.
// `values`: statuses and integers, which the recorder knows nothing of, by the width of handles; or null.
// Errors: those of `in_memory`, unless the layouts or the library are unknown and there is a record. Where the handles
// have to come from a record: the errors of reading it; unavailable before MPI_Init has completed and after
// MPI_Finalize.
Result<std::unique_ptr<MpiLibrary>> with_record(Result<std::unique_ptr<MpiLibrary>> in_memory, Recorder &recorder,
                                                const debugger::Memory &memory,
                                                const ValuesByHandleWidth &values = nullptr);

// "MPICH 4.0.2", of what MPI_Get_library_version says.
std::string short_name(const std::string &library_version);

}  // namespace mpidbg::model::recorded
