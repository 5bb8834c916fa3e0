#pragma once
// Formats as text the MPI calls that made datatypes.

#include <algorithm>
#include <string>

#include "mpidbg/model/datatypes/constructors.h"
#include "mpidbg/model/datatypes/datatype_source.h"

namespace mpidbg::model {

// Returns as text the integer and address arguments of the call that made `type`. They are in order, each with its name
// in the standard.
std::string describe_arguments(ArgumentSource &source, const ArrayConstants &constants, const ConstructedType &type);

// Returns as text `count` values of an array, starting with index `first`, such as "[0, 8, 16, ... 97 more]".
std::string describe_array(ArgumentArray &array, std::uint64_t first, std::uint64_t count);

// Returns as text the call that made `type`, such as "MPI_Type_vector(count 3, blocklength 2, stride 5, MPI_DOUBLE)";
// long arrays are abbreviated. The text is empty for datatypes that no function makes. `label`(Handle) returns the text
// for a constituent type.
template <class Label>
std::string describe_call(ArgumentSource &source, const ArrayConstants &constants, const ConstructedType &type,
                          Label &&label) {
  const ConstructorNames names = constructor_names(type.combiner);
  if (names.current == nullptr) return {};
  std::string text = tells_mpi1(type.combiner) ? names.mpi1 : names.current;
  text += '(';
  text += describe_arguments(source, constants, type);
  const std::uint64_t types = type.count(ArgumentKind::datatypes);
  const bool array = type.combiner == Combiner::structure || type.combiner == Combiner::struct_integer;
  if (types > 0) {
    if (text.back() != '(') text += ", ";
    if (array) text += "types [";
    constexpr std::uint64_t shown = 8;
    ArgumentArray handles(source, type, ArgumentKind::datatypes);
    for (std::uint64_t i = 0; i < std::min(types, shown); ++i) {
      const auto handle = handles.at(i);
      if (!handle) break;
      if (i > 0) text += ", ";
      text += label(handle_of(type, *handle));
    }
    if (types > shown) text += ", ... " + std::to_string(types - shown) + " more";
    if (array) text += "]";
  }
  text += ')';
  return text;
}

}  // namespace mpidbg::model
