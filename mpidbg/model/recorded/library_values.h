#pragma once
// These are the numbers of mpi.h that MPI programs are compiled with, for each MPI library that the recorder is built
// for. They say what arguments mean if the library itself cannot be inspected.

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "mpidbg/model/objects/file.h"
#include "mpidbg/model/objects/handle.h"
#include "mpidbg/recorder/record_format.h"

namespace mpidbg::model::recorded {

// A PredefinedValue is a predefined handle whose value mpi.h fixes: those of MPICH, which are integers.
struct PredefinedValue {
  HandleKind kind;
  std::string_view name;
  std::uint64_t value;
};

// A PredefinedSymbol is a predefined handle that is the address of a symbol of the library: those of Open MPI.
struct PredefinedSymbol {
  HandleKind kind;
  std::string_view name;
  // The handle is the address of `symbol`.
  std::string_view symbol;
};

struct LibraryValues {
  // `any_source`, `proc_null` and `root` are MPI_ANY_SOURCE, MPI_PROC_NULL and MPI_ROOT, and so are the other members
  // named like constants of mpi.h.
  int any_source, proc_null, root;
  int lock_exclusive, lock_shared;
  std::uint64_t in_place;
  int any_tag = -1, undefined = -32766;
  // `thread_levels` has the four levels from MPI_THREAD_SINGLE to MPI_THREAD_MULTIPLE.
  std::array<int, 4> thread_levels = {0, 1, 2, 3};
  // `mode_bits` has the bit of each mode in `access_modes`, in the same order.
  std::array<int, std::size(access_modes)> mode_bits = {};
  // At most one of the two is filled. Both refer to static arrays.
  std::span<const PredefinedValue> predefined;
  std::span<const PredefinedSymbol> symbols;
  // Returns the bytes of one element if the datatype's handle encodes its size. The pointer is null for libraries whose
  // handles do not.
  std::optional<std::uint64_t> (*size_of)(Handle datatype);
};

// Returns the values of Open MPI for handles of 8 bytes and those of MPICH and its derivatives for handles of 4 bytes.
// `recorded` are the constants of the program's own mpi.h as the record has them. They take precedence: the standard
// ABI has handles as wide as addresses and numbers of its own.
LibraryValues values_of(unsigned handle_size, std::span<const mpidbg_record_constant> recorded);

}  // namespace mpidbg::model::recorded
