#pragma once
// The handles that a program of the standard ABI of MPI-5 has, and those of the library inside (libmpi_abi), which are
// the same numbers of 32 bits as in its other builds. A handle of the program is a constant of the standard if the
// object is predefined there, else the address of the library's object. Source: src/binding/abi/mpi_abi_util.h, 5.0.

#include "mpidbg/model/mpich/objects/pools.h"
#include "mpidbg/model/objects/handle.h"

namespace mpidbg::model::mpich {

class ProgramHandles {
 public:
  // It outlives it.
  explicit ProgramHandles(Pools &pools) : pools_(pools) {}

  // Of files and statuses, which are addresses in both, the handle itself, but for MPI_FILE_NULL. Errors: not_found if
  // it is neither a constant nor the address of an object in use.
  Result<Handle> to_library(HandleKind kind, Handle program);
  // Null if the object is not in use.
  Handle to_program(HandleKind kind, Handle own);

  // MPI_Comm_toint and its like: a constant of the standard, or the library's handle.
  static std::int64_t to_fortran(HandleKind kind, Handle own);
  // Errors: not_found for a number below those of handles that is no constant.
  static Result<Handle> from_fortran(HandleKind kind, std::int64_t number);

  // With the names of the standard.
  static std::vector<PredefinedHandle> predefined(HandleKind kind);

 private:
  Pools &pools_;
};

// The number of a predefined key of attributes, or the key itself.
std::int32_t standard_key(std::int32_t key);

}  // namespace mpidbg::model::mpich
