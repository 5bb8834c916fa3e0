#pragma once
// Numbers of mpi.h that MPI programs are compiled with, for the MPI libraries that are recorded: what arguments mean
// if the library itself cannot be inspected.

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "mpidbg/model/objects/handle.h"

namespace mpidbg::model::recorded {

struct PredefinedValue {
  HandleKind kind;
  std::string_view name;
  std::uint64_t value;
};

struct PredefinedSymbol {
  HandleKind kind;
  std::string_view name;
  std::string_view symbol;  // whose address the handle is
};

struct LibraryValues {
  int any_source, proc_null, root;
  int lock_exclusive, lock_shared;
  std::uint64_t in_place;
  // One of them is empty.
  std::span<const PredefinedValue> predefined;
  std::span<const PredefinedSymbol> symbols;
  // Bytes of a datatype whose handle has its size; null: of a library whose handles have none.
  std::optional<std::uint64_t> (*size_of)(Handle datatype);
};
inline constexpr int any_tag = -1;        // of both libraries
inline constexpr int undefined = -32766;  // likewise

// Of Open MPI, whose handles are addresses, or of MPICH and what is derived from it, whose handles are ints.
const LibraryValues &values_of(unsigned handle_size);

}  // namespace mpidbg::model::recorded
