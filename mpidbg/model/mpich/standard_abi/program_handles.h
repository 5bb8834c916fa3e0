#pragma once
// Converts between the handles of a program that uses the standard ABI of MPI-5 and the handles of the library
// (libmpi_abi). Handles of the library are numbers of 32 bits as in MPICH's other builds. The program's handle of a
// predefined object is a constant of the standard; other handles are the addresses of the library's objects. Source:
// src/binding/abi/mpi_abi_util.h, 5.0.

#include "mpidbg/model/mpich/objects/pools.h"
#include "mpidbg/model/objects/handle.h"

namespace mpidbg::model::mpich {

class ProgramHandles {
 public:
  // `pools` must outlive this object.
  explicit ProgramHandles(Pools &pools) : pools_(pools) {}

  // Returns the library's handle for a handle of the program. Files and statuses have the same handles in both, except
  // for MPI_FILE_NULL. Errors: not_found if the handle is neither a constant nor the address of an object in use.
  Result<Handle> to_library(HandleKind kind, Handle program);
  // Returns the program's handle for a handle of the library; null if the object is not in use.
  Handle to_program(HandleKind kind, Handle own);

  // Returns the Fortran handle of an object, as MPI_Comm_toint and similar functions do: a constant of the standard, or
  // the library's handle.
  static std::int64_t to_fortran(HandleKind kind, Handle own);
  // Returns the library's handle for a Fortran handle. Errors: not_found for a number in the range of constants that is
  // not a constant.
  static Result<Handle> from_fortran(HandleKind kind, std::int64_t number);

  // Returns the predefined handles of a kind with their names in the standard.
  static std::vector<PredefinedHandle> predefined(HandleKind kind);

 private:
  Pools &pools_;
};

// Returns the standard's number of a predefined attribute key, and any other key unchanged.
std::int32_t standard_key(std::int32_t key);

}  // namespace mpidbg::model::mpich
