#pragma once
// Lists the constants in mpi.h of each MPI library for which there is a recorder. With these constants, recorded
// arguments can be shown by name even if the library itself cannot be inspected.

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "mpidbg/model/objects/file.h"
#include "mpidbg/model/objects/handle.h"
#include "mpidbg/recorder/record_format.h"

namespace mpidbg::model::recorded {

// A PredefinedValue is a predefined handle whose value is a number in mpi.h, as in MPICH.
struct PredefinedValue {
  HandleKind kind;
  std::string_view name;
  std::uint64_t value;
};

// A PredefinedSymbol is a predefined handle whose value is the address of a symbol of the library, as in Open MPI.
struct PredefinedSymbol {
  HandleKind kind;
  std::string_view name;
  // The handle is the address of `symbol`.
  std::string_view symbol;
};

struct LibraryValues {
  // `any_source`, `proc_null` and `root` are MPI_ANY_SOURCE, MPI_PROC_NULL and MPI_ROOT. Other members are named in the
  // same way after constants of mpi.h.
  int any_source, proc_null, root;
  int lock_exclusive, lock_shared;
  std::uint64_t in_place;
  int any_tag = -1, undefined = -32766;
  // `thread_levels` has the four levels from MPI_THREAD_SINGLE to MPI_THREAD_MULTIPLE.
  std::array<int, 4> thread_levels = {0, 1, 2, 3};
  // `mode_bits` has the bit of each mode in `access_modes`, in the same order.
  std::array<int, std::size(access_modes)> mode_bits = {};
  // The predefined handles. At most one of the two spans is filled. They refer to static arrays.
  std::span<const PredefinedValue> predefined;
  std::span<const PredefinedSymbol> symbols;
  // Returns the size of one element in bytes if the datatype's handle contains its size. The pointer is null for
  // libraries whose handles never contain it.
  std::optional<std::uint64_t> (*size_of)(Handle datatype);
};

// Returns the values of Open MPI for handles of 8 bytes, and those of MPICH and its derivatives for handles of 4 bytes.
// The constants in `recorded` come from the program's own mpi.h and take precedence. They are needed for the standard
// ABI, whose handles have the same size as Open MPI's, but whose constants differ.
LibraryValues values_of(unsigned handle_size, std::span<const mpidbg_record_constant> recorded);

}  // namespace mpidbg::model::recorded
