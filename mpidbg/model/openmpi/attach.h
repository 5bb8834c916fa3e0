#pragma once
// Attaches to a process with Open MPI: finds its symbols, and resolves and checks the layouts.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "mpidbg/model/library/mpi_library.h"
#include "mpidbg/model/openmpi/opal/objects.h"
#include "mpidbg/model/ucx/attach.h"

namespace mpidbg::model::openmpi {

// The addresses of exported symbols, from which everything else is found; null for symbols that the library does not
// have.
struct Symbols {
  // ompi_mpi_communicators, the table of communicators by context id.
  Address communicators{};
  // ompi_mpi_state.
  Address state{};
  // ompi_mpi_thread_provided.
  Address thread_level{};
  // ompi_version_string.
  Address version{};
  // ompi_proc_local_proc, a pointer.
  Address own_proc{};
  // ompi_mpi_comm_parent, a pointer.
  Address parent{};
  // ompi_comm_f_to_c_table.
  Address communicators_fortran{};
  // ompi_group_f_to_c_table.
  Address groups{};
  // mca_pml_base_selected_component.
  Address selected_pml{};
  // mca_pml_base_send_requests.
  Address send_requests{};
  // mca_pml_base_recv_requests.
  Address receive_requests{};
  // mca_pml_ob1.
  Address ob1{};
  // ompi_pml_ucx.
  Address ucx{};
  // __libc_stack_end, a pointer to the first word of the first thread's stack.
  Address stack_end{};
};
// Looks up all symbols, once per image. Addresses do not change while the process runs.
Symbols find_symbols(const debugger::Image &image);

// Returns the state of MPI in the process; `unknown` if it cannot be read.
MpiState read_state(const debugger::Image &image, const debugger::Memory &memory, const Symbols &symbols);
// Returns the result of Identity::callbacks_over().
bool read_callbacks_over(const debugger::Memory &memory, const Symbols &symbols);

// Returns the version, for example "4.1.4"; empty if the library does not state it.
std::string read_version(const debugger::Memory &memory, const Symbols &symbols);

// The result of attach() below.
struct Attached {
  std::unique_ptr<Objects> objects;
  // The origins of the layouts, for users: first those of Open MPI, then those of the libraries that it uses.
  std::vector<std::string> layout_sources;
  // The name of the point-to-point layer, such as "ob1"; empty if unknown.
  std::string point_to_point_layer;
  // The layouts of UCX, if it is the point-to-point layer; otherwise null.
  std::unique_ptr<ucx::Attachment> ucx;
};

// Resolves all layouts and checks those of the handle table, of MPI_COMM_WORLD and of its group against the process.
// Errors: layout; those of reading.
Result<Attached> attach(const debugger::Image &image, const debugger::Memory &memory, const Symbols &symbols,
                        const std::string &version);

}  // namespace mpidbg::model::openmpi
