#pragma once
// An attribute that is cached on a communicator, datatype or window. Plain data.

#include <cstdint>
#include <string>

namespace mpidbg::model {

// Who set it, which decides what its value is. Numbered as mpidbg_attribute_setter_t.
enum class AttributeSetter {
  c,                // a void *
  fortran_integer,  // an INTEGER
  fortran_address,  // an INTEGER(KIND=MPI_ADDRESS_KIND)
  library           // predefined: C programs see the number through a pointer to it, or (MPI_WIN_BASE) the pointer
};

struct Attribute {
  int keyval = -1;
  std::string keyval_name;  // of a predefined keyval, else empty
  AttributeSetter setter = AttributeSetter::c;
  std::int64_t number = 0;
  int sequence = -1;  // counts all settings of attributes in the process
};

}  // namespace mpidbg::model
