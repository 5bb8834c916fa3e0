#pragma once
// Describes an attribute that is cached on a communicator, datatype or window. Plain data.

#include <cstdint>
#include <string>

namespace mpidbg::model {

// The interface that set the attribute. It determines the type of the attribute's value. The enumerators have the
// values of mpidbg_attribute_setter_t.
enum class AttributeSetter {
  // The value is a void *.
  c,
  // The value is an INTEGER.
  fortran_integer,
  // The value is an INTEGER(KIND=MPI_ADDRESS_KIND).
  fortran_address,
  // The library set the attribute, which is predefined. C programs get a pointer to the number or, for MPI_WIN_BASE,
  // the number itself as a pointer.
  library
};

// Holds the value of one attribute of an object.
struct Attribute {
  int keyval = -1;
  // The name of a predefined keyval, otherwise empty.
  std::string keyval_name;
  AttributeSetter setter = AttributeSetter::c;
  // The value as a number; if `setter` is `c`, the pointer as a number.
  std::int64_t number = 0;
  // The serial number of the setting, counted over all attributes in the process: higher numbers are newer.
  int sequence = -1;
};

}  // namespace mpidbg::model
