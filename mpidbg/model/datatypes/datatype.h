#pragma once
// Describes a datatype in the terms of the MPI standard. Plain data.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "mpidbg/model/datatypes/type_map.h"
#include "mpidbg/model/objects/handle.h"

namespace mpidbg::model {

// The combiners MPI_COMBINER_*, in the order of the standard's tables. MPI-3 removed *_integer.
enum class Combiner {
  // The library made the type for itself and kept no arguments.
  unknown,
  named,
  dup,
  contiguous,
  vector,
  hvector_integer,
  hvector,
  indexed,
  hindexed_integer,
  hindexed,
  indexed_block,
  struct_integer,
  structure,
  subarray,
  darray,
  f90_real,
  f90_complex,
  f90_integer,
  resized,
  hindexed_block
};

// Names the three arrays of arguments that MPI_Type_get_contents returns.
enum class ArgumentKind { integers, addresses, datatypes };

// Describes one line of the tree of a datatype and its constituent types.
struct DatatypeNode {
  unsigned depth = 0;
  Handle handle{};
  // The number of consecutive equal nodes that the line stands for.
  std::uint64_t times = 1;
  Combiner combiner = Combiner::unknown;
  // The name; empty if the datatype has none.
  std::string name;
  // The call that made the datatype, for example "MPI_Type_vector(count 3, blocklength 2, stride 5, MPI_DOUBLE)"; empty
  // for named types.
  std::string call;
  // True if an earlier line shows the constituents, so that they are not repeated.
  bool seen_before = false;
};

// Holds the tree of a datatype and its constituent types, in pre-order.
struct DatatypeTree {
  std::vector<DatatypeNode> nodes;
  // True if all lines are present. Lines may be missing because of their number or depth.
  bool complete = true;
};

// Holds the facts about a datatype. Sizes, bounds and extents are in bytes.
struct Datatype {
  Handle handle{};
  std::string name;
  bool predefined = false;
  bool is_null = false;
  bool committed = false;
  // True if the library made the datatype for itself.
  bool internal = false;
  int fortran_index = -1;
  std::int32_t reference_count = 0;
  // True if the program has called MPI_Type_free. This is inferred from reference counts; empty if the counts are
  // inconclusive.
  std::optional<bool> freed;
  std::uint64_t size = 0;
  std::int64_t lb = 0, ub = 0;
  // The true bounds; empty if the type map has no bytes.
  std::optional<std::int64_t> true_lb, true_ub;

  Combiner combiner = Combiner::unknown;
  // The function that made the datatype, for example "MPI_Type_create_struct"; empty for named types.
  std::string constructor;
  // The function of MPI-1 that may have made the datatype instead; empty if no such function is possible.
  std::string mpi1_constructor;
  // True if the combiner shows that a function of MPI-1 or of Fortran made the datatype.
  bool made_by_mpi1 = false;
  // The number of arguments of each kind.
  std::uint64_t integers = 0, addresses = 0, datatypes = 0;
};

}  // namespace mpidbg::model
