#pragma once
// Attaches to a process with Open MPI: finds its symbols, and resolves and checks the layouts.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "mpidbg/model/library/mpi_library.h"
#include "mpidbg/model/ofi/attach.h"
#include "mpidbg/model/openmpi/opal/objects.h"
#include "mpidbg/model/ucx/attach.h"

namespace mpidbg::model::openmpi {

// Holds the addresses of exported symbols. Everything else is found from them. An address is null if the library does
// not have the symbol.
struct Symbols {
  // The address of ompi_mpi_communicators, the table of communicators by context id.
  Address communicators{};
  // The address of ompi_mpi_state, which shows the progress of MPI_Init or MPI_Finalize.
  Address state{};
  // The address of ompi_mpi_thread_provided, the thread level.
  Address thread_level{};
  // The address of ompi_version_string.
  Address version{};
  // The address of ompi_proc_local_proc, a pointer to the record of this process.
  Address own_proc{};
  // The address of ompi_mpi_comm_parent, a pointer to the parent communicator.
  Address parent{};
  // The address of ompi_comm_f_to_c_table, the table of communicators by Fortran handle.
  Address communicators_fortran{};
  // The address of ompi_group_f_to_c_table, the table of groups by Fortran handle.
  Address groups{};
  // The address of mca_pml_base_selected_component, the component of the selected point-to-point layer.
  Address selected_pml{};
  // The address of mca_pml_base_send_requests, the pool of requests to send.
  Address send_requests{};
  // The address of mca_pml_base_recv_requests, the pool of requests to receive.
  Address receive_requests{};
  // The address of mca_pml_ob1, the global data of the point-to-point layer ob1.
  Address ob1{};
  // The address of ompi_pml_ucx, the global data of the point-to-point layer ucx.
  Address ucx{};
  // The address of __libc_stack_end, a pointer to the first word of the first thread's stack.
  Address stack_end{};
};
// Looks up all symbols, once per image. Addresses do not change while the process runs.
Symbols find_symbols(const debugger::Image &image);

// Returns the state of MPI in the process; `unknown` if it cannot be read.
MpiState read_state(const debugger::Image &image, const debugger::Memory &memory, const Symbols &symbols);
// Returns true if MPI_Finalize has certainly finished calling the program's callbacks, as Identity::callbacks_over()
// does.
bool read_callbacks_over(const debugger::Memory &memory, const Symbols &symbols);

// Returns the version, for example "4.1.4"; empty if the library does not state it.
std::string read_version(const debugger::Memory &memory, const Symbols &symbols);

// Holds the result of attach() below.
struct Attached {
  std::unique_ptr<Objects> objects;
  // The origins of the layouts, for users: first those of Open MPI, then those of the libraries that it uses.
  std::vector<std::string> layout_sources;
  // The name of the point-to-point layer, such as "ob1"; empty if unknown.
  std::string point_to_point_layer;
  // The layouts of UCX, if it is the point-to-point layer; otherwise null.
  std::unique_ptr<ucx::Attachment> ucx;
  // The layouts of libfabric, if the point-to-point layer is cm; otherwise null.
  std::unique_ptr<ofi::Attachment> ofi;
};

// Resolves all layouts and checks those of the handle table, of MPI_COMM_WORLD and of its group against the process.
// Errors: layout; those of reading.
Result<Attached> attach(const debugger::Image &image, const debugger::Memory &memory, const Symbols &symbols,
                        const std::string &version);

}  // namespace mpidbg::model::openmpi
