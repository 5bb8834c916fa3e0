#pragma once
// Lists the predefined handles of MPICH, which are numbers in mpi.h.

#include <span>
#include <string_view>
#include <vector>

#include "mpidbg/model/objects/handle.h"

namespace mpidbg::model::mpich {

struct NamedHandle {
  HandleKind kind;
  std::string_view name;
  std::uint32_t handle;
};

// Returns all predefined handles in the order of mpi.h, including null handles. MPI_FILE_NULL, a null pointer, is not
// included.
std::span<const NamedHandle> predefined_handles();

// Returns the predefined handles of one kind.
std::vector<PredefinedHandle> predefined_handles(HandleKind kind);
// Returns the name of a predefined handle; empty for other handles.
std::string_view predefined_name(HandleKind kind, std::uint32_t handle);

}  // namespace mpidbg::model::mpich
