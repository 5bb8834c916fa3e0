#pragma once
// From a process with Open MPI to resolved and checked layouts.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "mpidbg/model/library/mpi_library.h"
#include "mpidbg/model/openmpi/opal/objects.h"
#include "mpidbg/model/ucx/attach.h"

namespace mpidbg::model::openmpi {

// The exported symbols that everything starts from; null where the library lacks one.
struct Symbols {
  Address communicators{};          // ompi_mpi_communicators: the handles by context id
  Address state{};                  // ompi_mpi_state
  Address thread_level{};           // ompi_mpi_thread_provided
  Address version{};                // ompi_version_string
  Address own_proc{};               // ompi_proc_local_proc: a pointer
  Address parent{};                 // ompi_mpi_comm_parent: a pointer
  Address communicators_fortran{};  // ompi_comm_f_to_c_table
  Address groups{};                 // ompi_group_f_to_c_table
  Address selected_pml{};           // mca_pml_base_selected_component
  Address send_requests{};          // mca_pml_base_send_requests
  Address receive_requests{};       // mca_pml_base_recv_requests
  Address ob1{};                    // mca_pml_ob1
  Address ucx{};                    // ompi_pml_ucx
  Address stack_end{};              // __libc_stack_end: a pointer to the first word of the first thread's stack
};
Symbols find_symbols(const debugger::Image &image);

// The state of MPI in the process.
MpiState read_state(const debugger::Image &image, const debugger::Memory &memory, const Symbols &symbols);
bool read_callbacks_over(const debugger::Memory &memory, const Symbols &symbols);  // Identity::callbacks_over

// "4.1.4", or empty if the library does not say.
std::string read_version(const debugger::Memory &memory, const Symbols &symbols);

struct Attached {
  std::unique_ptr<Objects> objects;
  std::vector<std::string> layout_sources;  // for the user: of Open MPI, then of what it is built on
  std::string point_to_point_layer;         // "ob1"; empty: not known
  std::unique_ptr<ucx::Attachment> ucx;     // of a process whose layer is ucx
};

// Resolves all layouts and checks those of the handle table, MPI_COMM_WORLD and its group against the process.
Result<Attached> attach(const debugger::Image &image, const debugger::Memory &memory, const Symbols &symbols,
                        const std::string &version);

}  // namespace mpidbg::model::openmpi
