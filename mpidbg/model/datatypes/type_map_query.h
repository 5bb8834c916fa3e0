#pragma once
// Answers questions about type maps: returns some entries with totals and coverage, or elements.

#include <optional>
#include <vector>

#include "mpidbg/model/datatypes/datatype_source.h"

namespace mpidbg::model {

// Holds values that a library stores for a datatype in addition to those in ConstructedType. The type map is compared
// with these values to detect damaged memory.
struct KeptTotals {
  std::int64_t true_lb = 0, true_ub = 0;
  // The number of elements of predefined types; empty if the library counts something else.
  std::optional<std::uint64_t> elements;
};

// Returns entries [first, first + count) of the map. If `kept` is not null, also fills in totals and coverage, after
// comparing the map with `kept`. Errors: corrupt, with both numbers, if the comparison fails; those of
// ConstructorRules::write().
Result<TypeMap> read_type_map(DatatypeSource &source, const ConstructedType &type, const KeptTotals *kept,
                              std::uint64_t first, std::uint64_t count);

// Returns elements [first, first + count) of the expanded map, and the predefined types that they refer to. Errors:
// out_of_range for a loop with more entries than limits::type_map_blocks; those of ConstructorRules::write().
Result<std::vector<TypeMapElement>> read_type_map_elements(DatatypeSource &source, Handle datatype, std::uint64_t first,
                                                           std::uint64_t count, std::vector<BasicType> &basics);

}  // namespace mpidbg::model
