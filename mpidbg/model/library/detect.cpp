#include "mpidbg/model/library/detect.h"

#include "mpidbg/model/mpich/mpich.h"
#include "mpidbg/model/mpich/program_values.h"
#include "mpidbg/model/openmpi/open_mpi.h"

namespace mpidbg::model {

namespace {

enum class Known { none, open_mpi, mpich };

// Returns a number for a state of a library. It is higher the more likely the program uses a library in this state.
int progress_of(MpiState state) {
  switch (state) {
    case MpiState::initialized:
    case MpiState::finalizing:
      return 2;
    case MpiState::finalized:
      return 1;
    case MpiState::not_initialized:
    case MpiState::unknown:
      break;
  }
  return 0;
}

// Returns the MPI library that is to be read. A plugin or module of a program can bring along a second MPI library,
// which is never initialised.
Known which(const debugger::Image &image, const debugger::Memory &memory) {
  const bool has_mpich = mpich::present(image);
  if (!openmpi::present(image)) return has_mpich ? Known::mpich : Known::none;
  if (!has_mpich) return Known::open_mpi;
  const int open_mpi = progress_of(openmpi::state(image, memory)), mpich = progress_of(mpich::state(image, memory));
  return mpich > open_mpi ? Known::mpich : Known::open_mpi;
}

const char *handle_type(Known known, const debugger::Image &image, HandleKind kind) {
  if (known == Known::open_mpi) return openmpi::handle_type(image, kind);
  return known == Known::mpich ? mpich::handle_type(kind) : nullptr;
}

}  // namespace

Status find_mpi_library(const debugger::Image &image) {
  if (openmpi::present(image) || mpich::present(image)) return {};
  return Error{ErrorCode::not_supported,
               "no known MPI library: ompi_mpi_communicators of Open MPI is missing, and so are MPIR_Process and "
               "MPIR_Err_return_comm of MPICH"};
}

const char *handle_type(const debugger::Image &image, HandleKind kind) {
  const bool has_open_mpi = openmpi::present(image);
  if (has_open_mpi == mpich::present(image)) return nullptr;
  return handle_type(has_open_mpi ? Known::open_mpi : Known::mpich, image, kind);
}

const char *handle_type(const debugger::Image &image, const debugger::Memory &memory, HandleKind kind) {
  return handle_type(which(image, memory), image, kind);
}

MpiState mpi_state(const debugger::Image &image, const debugger::Memory &memory) {
  const Known known = which(image, memory);
  if (known == Known::open_mpi) return openmpi::state(image, memory);
  return known == Known::mpich ? mpich::state(image, memory) : MpiState::unknown;
}

std::unique_ptr<ProgramValues> program_values(const debugger::Image &image, const debugger::Memory &memory,
                                              unsigned handle_width) {
  if (handle_width != 4) return nullptr;
  return std::make_unique<mpich::ValuesOfProgram>(image, memory);
}

Result<std::unique_ptr<MpiLibrary>> attach(const debugger::Image &image, const debugger::Memory &memory) {
  MPIDBG_TRY(find_mpi_library(image));
  return which(image, memory) == Known::mpich ? mpich::open(image, memory) : openmpi::open(image, memory);
}

}  // namespace mpidbg::model
