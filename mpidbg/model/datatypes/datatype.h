#pragma once
// A datatype as MPI means it. Plain data.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "mpidbg/model/datatypes/type_map.h"
#include "mpidbg/model/objects/handle.h"

namespace mpidbg::model {

// MPI_COMBINER_*, in the order of the MPI standard's tables; *_integer are those that MPI-3 removed.
enum class Combiner {
  unknown,  // made by the library for itself: it kept no arguments
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

// What a datatype was made with, in the form of MPI_Type_get_contents.
enum class ArgumentKind { integers, addresses, datatypes };

// One line of the tree of a datatype and the types that it was made from.
struct DatatypeNode {
  unsigned depth = 0;
  Handle handle{};
  std::uint64_t times = 1;  // consecutive equal ones
  Combiner combiner = Combiner::unknown;
  std::string name;          // may be empty
  std::string call;          // "MPI_Type_vector(count 3, blocklength 2, stride 5, MPI_DOUBLE)"; empty if named
  bool seen_before = false;  // its constituents are shown further up
};

// A datatype and those that it was made from, in pre-order.
struct DatatypeTree {
  std::vector<DatatypeNode> nodes;
  bool complete = true;  // else there were more lines, or deeper ones, than are told
};

struct Datatype {
  Handle handle{};
  std::string name;
  bool predefined = false;
  bool is_null = false;
  bool committed = false;
  bool internal = false;  // made by the library for itself
  int fortran_index = -1;
  std::int32_t reference_count = 0;
  std::optional<bool> freed;  // inferred
  std::uint64_t size = 0;
  std::int64_t lb = 0, ub = 0;
  // Nothing where the map has no bytes.
  std::optional<std::int64_t> true_lb, true_ub;

  Combiner combiner = Combiner::unknown;
  std::string constructor;       // "MPI_Type_create_struct"; empty for named types
  std::string mpi1_constructor;  // the function of MPI-1 that may have made it instead; empty if none can have
  bool made_by_mpi1 = false;     // it was a function of MPI-1 or a Fortran one: the combiner says so
  std::uint64_t integers = 0, addresses = 0, datatypes = 0;
};

}  // namespace mpidbg::model
