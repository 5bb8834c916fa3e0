#include "mpidbg/model/recorded/library_values.h"

#include <map>

#include "mpidbg/model/recorded/record.h"

namespace mpidbg::model::recorded {

namespace {

constexpr PredefinedValue mpich_predefined[] = {
#define MPIDBG_PREDEFINED(kind, name, value) {HandleKind::kind, #name, value},
#include "mpidbg/layout/mpich/predefined.def"
#undef MPIDBG_PREDEFINED
};

// The symbols of Open MPI 4.1.4 whose addresses are predefined handles.
constexpr PredefinedSymbol open_mpi_predefined[] = {
#define MPIDBG_PREDEFINED(kind, name, symbol) {HandleKind::kind, #name, #symbol},
#include "mpidbg/recorder/openmpi_predefined.def"
#undef MPIDBG_PREDEFINED
};

// Returns the size that is contained in the handle of a predefined datatype of MPICH. Source:
// src/include/mpir_datatype.h, MPIR_Datatype_get_basic_size.
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

LibraryValues values_of(unsigned handle_size, std::span<const mpidbg_record_constant> recorded) {
  std::map<std::string, std::int64_t> known;
  for (const mpidbg_record_constant &one : recorded) known.try_emplace(text_of(one.name), one.value);
  LibraryValues values = handle_size == 4 ? mpich : open_mpi;
  const auto take = [&known](const char *name, auto &value) {
    if (const auto found = known.find(name); found != known.end())
      value = static_cast<std::remove_reference_t<decltype(value)>>(found->second);
  };
  take("MPI_ANY_SOURCE", values.any_source);
  take("MPI_ANY_TAG", values.any_tag);
  take("MPI_PROC_NULL", values.proc_null);
  take("MPI_ROOT", values.root);
  take("MPI_UNDEFINED", values.undefined);
  take("MPI_LOCK_EXCLUSIVE", values.lock_exclusive);
  take("MPI_LOCK_SHARED", values.lock_shared);
  take("MPI_IN_PLACE", values.in_place);
  constexpr const char *levels[] = {"MPI_THREAD_SINGLE", "MPI_THREAD_FUNNELED", "MPI_THREAD_SERIALIZED",
                                    "MPI_THREAD_MULTIPLE"};
  for (std::size_t i = 0; i < values.thread_levels.size(); ++i) take(levels[i], values.thread_levels[i]);
  for (std::size_t i = 0; i < values.mode_bits.size(); ++i) {
    values.mode_bits[i] = access_modes[i].bit;
    take(access_modes[i].name, values.mode_bits[i]);
  }
  return values;
}

}  // namespace mpidbg::model::recorded
