#include "mpidbg/model/recorded/library_values.h"

namespace mpidbg::model::recorded {

namespace {

constexpr PredefinedValue mpich_predefined[] = {
#define MPIDBG_PREDEFINED(kind, name, value) {HandleKind::kind, #name, value},
#include "mpidbg/layout/mpich/predefined.def"
#undef MPIDBG_PREDEFINED
};

// Open MPI 4.1.4.
constexpr PredefinedSymbol open_mpi_predefined[] = {
#define MPIDBG_PREDEFINED(kind, name, symbol) {HandleKind::kind, #name, #symbol},
#include "mpidbg/recorder/openmpi_predefined.def"
#undef MPIDBG_PREDEFINED
};

// Those of one number of the language. Source: src/include/mpir_datatype.h, MPIR_Datatype_get_basic_size.
std::optional<std::uint64_t> size_in_mpich_handle(Handle datatype) {
  constexpr std::uint64_t kind_bits = 0xfc000000, predefined_datatype = 0x4c000000;
  if ((datatype.value() & kind_bits) != predefined_datatype) return std::nullopt;
  return datatype.value() >> 8 & 0xff;
}

constexpr LibraryValues open_mpi{.any_source = -1,
                                 .proc_null = -2,
                                 .root = -4,
                                 .lock_exclusive = 1,
                                 .lock_shared = 2,
                                 .in_place = 1,
                                 .predefined = {},
                                 .symbols = open_mpi_predefined,
                                 .size_of = nullptr};
constexpr LibraryValues mpich{.any_source = -2,
                              .proc_null = -1,
                              .root = -3,
                              .lock_exclusive = 234,
                              .lock_shared = 235,
                              .in_place = UINT64_MAX,
                              .predefined = mpich_predefined,
                              .symbols = {},
                              .size_of = size_in_mpich_handle};

}  // namespace

const LibraryValues &values_of(unsigned handle_size) {
  return handle_size == 4 ? mpich : open_mpi;
}

}  // namespace mpidbg::model::recorded
