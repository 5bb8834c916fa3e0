#pragma once
// An attribute that is cached on a communicator, datatype or window. Plain data.

#include <cstdint>
#include <string>

namespace mpidbg::model {

// The interface that set the attribute, which determines what its value is. The values are those of
// mpidbg_attribute_setter_t.
enum class AttributeSetter {
  // The value is a void *.
  c,
  // The value is an INTEGER.
  fortran_integer,
  // The value is an INTEGER(KIND=MPI_ADDRESS_KIND).
  fortran_address,
  // The attribute is predefined. C programs see the number through a pointer to it or, for MPI_WIN_BASE, as the
  // pointer.
  library
};

// The value of one attribute of an object.
struct Attribute {
  int keyval = -1;
  // The name of a predefined keyval, otherwise empty.
  std::string keyval_name;
  AttributeSetter setter = AttributeSetter::c;
  // The value: a number, or an address as a number, depending on `setter`.
  std::int64_t number = 0;
  // A number that counts all settings of attributes in the process, so it orders them by age.
  int sequence = -1;
};

}  // namespace mpidbg::model
