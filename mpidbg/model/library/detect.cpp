#include "mpidbg/model/library/detect.h"

#include "mpidbg/model/mpich/mpich.h"
#include "mpidbg/model/openmpi/open_mpi.h"

namespace mpidbg::model {

Status find_mpi_library(const debugger::Image &image) {
  if (openmpi::present(image) || mpich::present(image)) return {};
  return Error{ErrorCode::not_supported,
               "no known MPI library: the symbol ompi_mpi_communicators of Open MPI is missing"};
}

const char *handle_type(const debugger::Image &image, HandleKind kind) {
  if (openmpi::present(image)) return openmpi::handle_type(kind);
  return mpich::present(image) ? mpich::handle_type(kind) : nullptr;
}

MpiState mpi_state(const debugger::Image &image, const debugger::Memory &memory) {
  if (openmpi::present(image)) return openmpi::state(image, memory);
  return mpich::present(image) ? mpich::state(image, memory) : MpiState::unknown;
}

Result<std::unique_ptr<MpiLibrary>> attach(const debugger::Image &image, const debugger::Memory &memory) {
  MPIDBG_TRY(find_mpi_library(image));
  return openmpi::present(image) ? openmpi::open(image, memory) : mpich::open(image, memory);
}

}  // namespace mpidbg::model
