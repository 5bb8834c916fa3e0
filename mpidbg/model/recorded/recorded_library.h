#pragma once
// Combines an MPI library and its recorder: the parts that the library's memory does not show come from the record.

#include <functional>
#include <memory>
#include <string>

#include "mpidbg/model/library/mpi_library.h"
#include "mpidbg/model/recorded/recorder.h"

namespace mpidbg::model::recorded {

// A function that makes the reader of statuses and integers for a program whose handles have this width in bytes.
using ValuesByHandleWidth = std::function<std::unique_ptr<ProgramValues>(unsigned handle_width)>;

// Returns the MPI library of a process. The parts that `in_memory` has are used; its queues get additional facts from
// the record if they lack arguments of calls. If `in_memory` lacks handles, communicators or queues, these come from
// the record, if the process has one. The recorder does not have the other parts. The identity of the process and the
// state of MPI come from the same source as the handles.
//
// `in_memory` is the result of attach() in library/detect.h. `recorder` and `memory` must outlive the returned library.
// `values` makes the reader of statuses and integers, which are not recorded; it may be null.
//
// Errors: those of `in_memory`, unless the layouts or the library are unknown and the process has a record. If the
// handles have to come from the record: the errors of reading it, and unavailable before MPI_Init has completed and
// after MPI_Finalize.
Result<std::unique_ptr<MpiLibrary>> with_record(Result<std::unique_ptr<MpiLibrary>> in_memory, Recorder &recorder,
                                                const debugger::Memory &memory,
                                                const ValuesByHandleWidth &values = nullptr);

// Returns the short name of a library, for example "MPICH 4.0.2", from the long text that MPI_Get_library_version
// returns.
std::string short_name(const std::string &library_version);

}  // namespace mpidbg::model::recorded
