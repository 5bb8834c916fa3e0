#pragma once
// Reads trees of datatypes and their constituent types, limited to the requested part.

#include <functional>
#include <vector>

#include "mpidbg/model/datatypes/datatype_source.h"

namespace mpidbg::model {

// Returns arguments [first, first + count), or fewer if the array is shorter.
Result<std::vector<std::int64_t>> read_arguments(ArgumentSource &source, const ConstructedType &type, ArgumentKind kind,
                                                 std::uint64_t first, std::uint64_t count);

// The functions that name datatypes.
struct DatatypeNames {
  // Returns an empty string if the datatype has no name.
  std::function<std::string(Handle)> name;
  // Returns the text for the datatype in a call.
  std::function<std::string(Handle)> label;
};

// Returns at most `limit` lines, and no level below limits::datatype_tree_depth.
Result<DatatypeTree> datatype_tree(DatatypeSource &source, Handle datatype, std::size_t limit,
                                   const DatatypeNames &names);

}  // namespace mpidbg::model
