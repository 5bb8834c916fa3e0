#pragma once
// The calls that made datatypes, in words.

#include "mpidbg/model/datatypes/constructors.h"
#include "mpidbg/model/openmpi/datatypes/datatype_records.h"

namespace mpidbg::model::openmpi {

// "MPI_Type_vector(count 3, blocklength 2, stride 5, MPI_DOUBLE)"; long arrays are cut. Empty for types that no
// function makes. `label` names a datatype.
template <class Label>
std::string describe_call(ArgumentSource &source, const DatatypeRecord &record, Label &&label);

// The integers and addresses of the call in order, each with the name that MPI gives it.
std::string describe_arguments(ArgumentSource &source, const DatatypeRecord &record);

// Values of an array, from `first` on: "[0, 8, 16, ... 97 more]".
std::string describe_array(ArgumentArray &array, std::uint64_t first, std::uint64_t count);

template <class Label>
std::string describe_call(ArgumentSource &source, const DatatypeRecord &record, Label &&label) {
  const ConstructorNames names = constructor_names(record.combiner);
  if (names.current == nullptr) return {};
  std::string text = tells_mpi1(record.combiner) ? names.mpi1 : names.current;
  text += '(';
  text += describe_arguments(source, record);
  const std::uint64_t types = record.count(ArgumentKind::datatypes);
  const bool array = record.combiner == Combiner::structure || record.combiner == Combiner::struct_integer;
  if (types > 0) {
    if (text.back() != '(') text += ", ";
    if (array) text += "types [";
    constexpr std::uint64_t shown = 8;
    ArgumentArray handles(source, record, ArgumentKind::datatypes);
    for (std::uint64_t i = 0; i < std::min(types, shown); ++i) {
      const auto handle = handles.at(i);
      if (!handle) break;
      if (i > 0) text += ", ";
      text += label(Address(static_cast<std::uint64_t>(*handle)));
    }
    if (types > shown) text += ", ... " + std::to_string(types - shown) + " more";
    if (array) text += "]";
  }
  text += ')';
  return text;
}

}  // namespace mpidbg::model::openmpi
