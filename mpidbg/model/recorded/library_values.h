#pragma once
// Numbers of mpi.h that MPI programs are compiled with, for the MPI libraries that are recorded: what arguments mean
// if the library itself cannot be inspected.

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "mpidbg/model/objects/file.h"
#include "mpidbg/model/objects/handle.h"
#include "mpidbg/recorder/record_format.h"

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
  int any_tag = -1, undefined = -32766;
  std::array<int, 4> thread_levels = {0, 1, 2, 3};          // from MPI_THREAD_SINGLE on
  std::array<int, std::size(access_modes)> mode_bits = {};  // of access_modes, in their order
  // One of them is empty.
  std::span<const PredefinedValue> predefined;
  std::span<const PredefinedSymbol> symbols;
  // Bytes of a datatype whose handle has its size; null: of a library whose handles have none.
  std::optional<std::uint64_t> (*size_of)(Handle datatype);
};

// Of Open MPI, whose handles are addresses, or of MPICH and what is derived from it, whose handles are ints; but what
// the record has itself: that of the standard ABI, whose handles are as wide as addresses, has other numbers.
LibraryValues values_of(unsigned handle_size, std::span<const mpidbg_record_constant> recorded);

}  // namespace mpidbg::model::recorded
