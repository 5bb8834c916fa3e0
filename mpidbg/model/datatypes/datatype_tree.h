#pragma once
// Datatypes and what they were made from, as far as it is asked for.

#include <functional>
#include <vector>

#include "mpidbg/model/datatypes/datatype_source.h"

namespace mpidbg::model {

// Arguments [first, first + count), or as many of them as there are.
Result<std::vector<std::int64_t>> read_arguments(ArgumentSource &source, const ConstructedType &type, ArgumentKind kind,
                                                 std::uint64_t first, std::uint64_t count);

// What datatypes are called.
struct DatatypeNames {
  std::function<std::string(Handle)> name;   // empty if it has none
  std::function<std::string(Handle)> label;  // what a call names it
};

// Tells `limit` lines at most, and none below limits::datatype_tree_depth.
Result<DatatypeTree> datatype_tree(DatatypeSource &source, Handle datatype, std::size_t limit,
                                   const DatatypeNames &names);

}  // namespace mpidbg::model
