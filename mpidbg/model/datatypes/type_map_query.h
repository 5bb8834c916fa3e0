#pragma once
// Type maps as they are asked for: a part of the entries with totals and coverage, or elements.

#include <optional>
#include <vector>

#include "mpidbg/model/datatypes/datatype_source.h"

namespace mpidbg::model {

// What a library keeps of a datatype besides ConstructedType, to check its map against.
struct KeptTotals {
  std::int64_t true_lb = 0, true_ub = 0;
  std::optional<std::uint64_t> elements;  // predefined types in it; empty where the library counts something else
};

// Entries [first, first + count). With `kept`, totals and coverage too, once they were checked against it; else it is
// null. Errors: corrupt, with both numbers, if the check fails; those of ConstructorRules::write.
Result<TypeMap> read_type_map(DatatypeSource &source, const ConstructedType &type, const KeptTotals *kept,
                              std::uint64_t first, std::uint64_t count);

// Elements [first, first + count) of the map written out, and the predefined types that they name. Errors:
// out_of_range for a loop of more entries than limits::type_map_blocks; those of ConstructorRules::write.
Result<std::vector<TypeMapElement>> read_type_map_elements(DatatypeSource &source, Handle datatype, std::uint64_t first,
                                                           std::uint64_t count, std::vector<BasicType> &basics);

}  // namespace mpidbg::model
