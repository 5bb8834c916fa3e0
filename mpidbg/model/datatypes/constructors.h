#pragma once
// The MPI functions that make datatypes.

#include "mpidbg/model/datatypes/datatype.h"

namespace mpidbg::model {

struct ConstructorNames {
  const char *current;  // "MPI_Type_create_struct"; null for types that no function makes
  const char *mpi1;     // "MPI_Type_struct"; null where MPI-1 had none, or none of another name
};
ConstructorNames constructor_names(Combiner combiner);
// The combiner itself says that the type was made by the function of MPI-1.
bool tells_mpi1(Combiner combiner);

}  // namespace mpidbg::model
