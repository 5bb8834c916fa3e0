#pragma once
// The library's numbers for datatypes, bindings, classes, ... as the record numbers them (those of mpit_interface.h),
// and the values of variables as its 64 bits.

#include <cstddef>
#include <cstdint>

#include "mpidbg/recorder/mpi_types.h"

namespace recorder {

// In the record's order.
enum class ElementType : std::int32_t {
  unknown = -1,
  as_int,
  as_unsigned,
  as_unsigned_long,
  as_unsigned_long_long,
  text,
  c_bool,
  as_double,
  as_long,
  int32,
  uint32,
  int64,
  uint64,
  count
};

void find_datatypes();
ElementType element_type(MPI_Datatype datatype);

// Bytes; 0 for one that is unknown.
std::size_t element_size(ElementType type);

// Element i of an array that the library has filled in. Not for texts.
std::uint64_t element_word(ElementType type, const void *array, std::size_t i);

// -1 where the library has a number that the record has none for.
std::int32_t binding_number(int bind);
std::int32_t verbosity_number(int verbosity);
std::int32_t class_number(int var_class);
std::int32_t scope_number(int scope);

// The kind of handle in the record that a binding (as numbered there) is to; 0: no object, -1: a kind that is not
// looked for.
int kind_of_binding(std::int32_t bind);

}  // namespace recorder
