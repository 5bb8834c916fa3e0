#pragma once
// DatatypeDetails reads the type map of a datatype and the calls that made the datatype. They are read only on request,
// because they can be long.

#include <cstdint>
#include <vector>

#include "mpidbg/base/result.h"
#include "mpidbg/model/datatypes/datatype.h"
#include "mpidbg/model/objects/part.h"

namespace mpidbg::model {

class DatatypeDetails {
 public:
  static constexpr Part part = Part::datatype_details;

  virtual ~DatatypeDetails() = default;

  // Returns entries [first, first + count) of the type map. If `measured` is true, also fills in totals and coverage,
  // after checking them against the values that the library keeps.
  virtual Result<TypeMap> type_map(Handle datatype, std::uint64_t first, std::uint64_t count, bool measured) = 0;
  // Returns elements [first, first + count) of the expanded type map, and in `basics` the predefined types that they
  // refer to.
  virtual Result<std::vector<TypeMapElement>> type_map_elements(Handle datatype, std::uint64_t first,
                                                                std::uint64_t count,
                                                                std::vector<BasicType> &basics) = 0;
  // Returns values [first, first + count) of one of the arrays that MPI_Type_get_contents returns.
  virtual Result<std::vector<std::int64_t>> arguments(Handle datatype, ArgumentKind kind, std::uint64_t first,
                                                      std::uint64_t count) = 0;
  // Returns the tree of the datatype and its constituent types, with at most `limit` lines.
  virtual Result<DatatypeTree> tree(Handle datatype, std::size_t limit) = 0;
};

}  // namespace mpidbg::model
