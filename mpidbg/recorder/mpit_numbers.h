#pragma once
// Converts the library's numbers for datatypes, bindings, classes and so on to those of the record (the numbers of
// mpit_interface.h), and values of variables to 64 bits.

#include <cstddef>
#include <cstdint>

#include "mpidbg/recorder/mpi_types.h"

namespace recorder {

// The order is that of the record.
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

// Must be called once, when the library's datatypes are known.
void find_datatypes();
// Returns `unknown` for a datatype that variables do not have.
ElementType element_type(MPI_Datatype datatype);

// Returns the size in bytes; 0 for an unknown type.
std::size_t element_size(ElementType type);

// Returns element i of an array that the library has filled. Not valid for strings.
std::uint64_t element_word(ElementType type, const void *array, std::size_t i);

// Each function returns -1 if the record has no number for the library's.
std::int32_t binding_number(int bind);
std::int32_t verbosity_number(int verbosity);
std::int32_t class_number(int var_class);
std::int32_t scope_number(int scope);

// Returns the record's kind of handle for a binding, which is numbered as in the record; 0 for no object, -1 for a kind
// whose objects are not tracked.
int kind_of_binding(std::int32_t bind);

}  // namespace recorder
