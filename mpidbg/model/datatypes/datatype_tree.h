#pragma once
// Reads trees of datatypes and their constituent types, up to a number of lines.

#include <functional>
#include <vector>

#include "mpidbg/model/datatypes/datatype_source.h"

namespace mpidbg::model {

// Returns arguments [first, first + count) of a datatype, or fewer if there are not as many.
Result<std::vector<std::int64_t>> read_arguments(ArgumentSource &source, const ConstructedType &type, ArgumentKind kind,
                                                 std::uint64_t first, std::uint64_t count);

// Holds the functions that name the datatypes in a tree.
struct DatatypeNames {
  // Returns the name of a datatype; empty if it has none.
  std::function<std::string(Handle)> name;
  // Returns the text that stands for the datatype in a call.
  std::function<std::string(Handle)> label;
};

// Returns the first lines of the tree of `datatype`: at most `limit`, and none deeper than limits::datatype_tree_depth.
Result<DatatypeTree> datatype_tree(DatatypeSource &source, Handle datatype, std::size_t limit,
                                   const DatatypeNames &names);

}  // namespace mpidbg::model
