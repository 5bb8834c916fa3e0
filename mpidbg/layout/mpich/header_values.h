#pragma once
// Lists numbers that mpi.h defines for programs and that the library stores unchanged. They differ between MPICH's own
// header and the standard ABI of MPI-5. MPICH's sources are compiled once for each of the two; libmpi_abi is the
// library for the standard ABI. Source: mpi.h.in of 4.0 (src/include), and MPI 5.0, A.1.

#include <array>
#include <cstdint>

namespace mpidbg::layout::mpich {

// Holds the values that one mpi.h defines.
struct HeaderValues {
  bool standard_abi;

  std::int32_t any_source, proc_null, any_tag;

  // An MPI_Status is an array of `status_words` integers, and the other members are indices into it. The flag
  // `cancelled` is the lowest bit of the integer with the high bits of the count.
  std::uint32_t status_words;
  std::uint32_t status_source, status_tag, status_error, status_count_low, status_count_high_and_cancelled;
  // The address of MPI_STATUS_IGNORE.
  std::uint64_t status_ignore;

  // The values of MPI_THREAD_SINGLE and of the three levels above it.
  std::array<std::int32_t, 4> thread_levels;

  // Values that programs pass to MPI_Type_create_subarray and MPI_Type_create_darray.
  std::int32_t order_c, order_fortran;
  std::int32_t distribute_block, distribute_cyclic, distribute_none, distribute_default;
  // The value of MPI_COMBINER_NAMED. The other combiners follow in MPICH's own order.
  std::int32_t combiner_named;

  std::uint32_t topology_graph, topology_cartesian, topology_distributed_graph;

  std::int32_t lock_exclusive, lock_shared;
  // The first and the last of the four window flavors.
  std::int32_t flavor_create, flavor_shared;
  std::int32_t model_separate, model_unified;

  // The values of MPI_T_VERBOSITY_USER_BASIC and of the levels that follow.
  std::array<std::uint32_t, 9> verbosities;
  // The value of MPI_T_BIND_NO_OBJECT, the number of bindings, and the value of MPI_T_SCOPE_CONSTANT.
  std::uint32_t first_binding, bindings, first_scope;
  // The value of MPI_T_SOURCE_ORDERED. That of MPI_T_SOURCE_UNORDERED follows it.
  std::uint32_t source_ordered;
};

// The values of MPICH's own mpi.h.
inline constexpr HeaderValues own_header{
    .standard_abi = false,
    .any_source = -2,
    .proc_null = -1,
    .any_tag = -1,
    .status_words = 5,
    .status_source = 2,
    .status_tag = 3,
    .status_error = 4,
    .status_count_low = 0,
    .status_count_high_and_cancelled = 1,
    .status_ignore = 1,
    .thread_levels = {0, 1, 2, 3},
    .order_c = 56,
    .order_fortran = 57,
    .distribute_block = 121,
    .distribute_cyclic = 122,
    .distribute_none = 123,
    .distribute_default = -49767,
    .combiner_named = 1,
    .topology_graph = 1,
    .topology_cartesian = 2,
    .topology_distributed_graph = 3,
    .lock_exclusive = 234,
    .lock_shared = 235,
    .flavor_create = 1,
    .flavor_shared = 4,
    .model_separate = 1,
    .model_unified = 2,
    .verbosities = {221, 222, 223, 224, 225, 226, 227, 228, 229},
    .first_binding = 9700,
    .bindings = 11,
    .first_scope = 60438,
    .source_ordered = 0,
};

// The values of the standard ABI. The layout of a status is MPICH's, because the standard does not define it. Source:
// maint/gen_abi.py, 5.0.
inline constexpr HeaderValues standard_header{
    .standard_abi = true,
    .any_source = -1,
    .proc_null = -3,
    .any_tag = -2,
    .status_words = 8,
    .status_source = 0,
    .status_tag = 1,
    .status_error = 2,
    .status_count_low = 3,
    .status_count_high_and_cancelled = 4,
    .status_ignore = 0,
    .thread_levels = {0, 1024, 2048, 4096},
    .order_c = 12,
    .order_fortran = 15,
    .distribute_block = 17,
    .distribute_cyclic = 18,
    .distribute_none = 16,
    .distribute_default = 19,
    .combiner_named = 101,
    .topology_graph = 212,
    .topology_cartesian = 211,
    .topology_distributed_graph = 213,
    .lock_exclusive = 301,
    .lock_shared = 302,
    .flavor_create = 311,
    .flavor_shared = 314,
    .model_separate = 322,
    .model_unified = 321,
    .verbosities = {0x09, 0x0a, 0x0c, 0x11, 0x12, 0x14, 0x21, 0x22, 0x24},
    .first_binding = 1,
    .bindings = 12,
    .first_scope = 1,
    .source_ordered = 1,
};

}  // namespace mpidbg::layout::mpich
