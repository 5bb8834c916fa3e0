#pragma once
// More of one datatype than its record, as far as it is asked for: type maps and constructor calls can be long.

#include <cstdint>
#include <vector>

#include "mpidbg/base/result.h"
#include "mpidbg/model/datatypes/datatype.h"
#include "mpidbg/model/library/part.h"

namespace mpidbg::model {

class DatatypeDetails {
 public:
  static constexpr Part part = Part::datatype_details;

  virtual ~DatatypeDetails() = default;

  // Entries [first, first + count) of the type map; with `measured`, totals and coverage too, once they were checked
  // against what the library keeps.
  virtual Result<TypeMap> type_map(Handle datatype, std::uint64_t first, std::uint64_t count, bool measured) = 0;
  // Elements [first, first + count) of the type map written out, and the predefined types that they name.
  virtual Result<std::vector<TypeMapElement>> type_map_elements(Handle datatype, std::uint64_t first,
                                                                std::uint64_t count,
                                                                std::vector<BasicType> &basics) = 0;
  // What MPI_Type_get_contents gives, values [first, first + count).
  virtual Result<std::vector<std::int64_t>> arguments(Handle datatype, ArgumentKind kind, std::uint64_t first,
                                                      std::uint64_t count) = 0;
  // `limit` lines at most.
  virtual Result<DatatypeTree> tree(Handle datatype, std::size_t limit) = 0;
};

}  // namespace mpidbg::model
