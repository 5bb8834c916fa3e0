#pragma once
// Converts the library's numbers for datatypes, bindings, classes and so on to the numbers in the record, which are
// those of mpit_interface.h. Converts values of variables to words of 64 bits.

#include <cstddef>
#include <cstdint>

#include "mpidbg/recorder/mpi_types.h"

namespace recorder {

// The datatypes of variables. Their order is that of the numbers in the record.
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

// Looks up the library's datatypes, which element_type() needs. Must be called once, when the library has been found.
void find_datatypes();
// Returns the type for a datatype of the library; `unknown` for one that variables do not have.
ElementType element_type(MPI_Datatype datatype);

// Returns the size of an element of the type in bytes; 0 for an unknown type.
std::size_t element_size(ElementType type);

// Returns element `i` of an array of values from the library as a word of 64 bits. Must not be called for strings.
std::uint64_t element_word(ElementType type, const void *array, std::size_t i);

// These functions return the record's number for a number of the library; -1 if the record has none.
std::int32_t binding_number(int bind);
std::int32_t verbosity_number(int verbosity);
std::int32_t class_number(int var_class);
std::int32_t scope_number(int scope);

// Returns the kind of handle for a binding. `bind` is the record's number of the binding. The result is 0 for a
// variable without object, and -1 for a kind whose objects are not recorded.
int kind_of_binding(std::int32_t bind);

}  // namespace recorder
