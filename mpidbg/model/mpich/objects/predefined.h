#pragma once
// The predefined handles of MPICH, which mpi.h has as numbers.

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

// In the order of mpi.h, null handles among them. MPI_FILE_NULL, a null pointer, is not.
std::span<const NamedHandle> predefined_handles();

// Of one kind.
std::vector<PredefinedHandle> predefined_handles(HandleKind kind);
// The name of a handle that is predefined; else empty.
std::string_view predefined_name(HandleKind kind, std::uint32_t handle);

}  // namespace mpidbg::model::mpich
