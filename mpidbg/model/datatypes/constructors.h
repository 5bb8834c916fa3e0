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

// Sets the type's combiner, and by it the functions that made it or may have made it.
// `library_has(name)` says whether the program's library still has a function of MPI-1.
template <class LibraryHas>
void set_combiner(Datatype &datatype, Combiner combiner, const LibraryHas &library_has) {
  datatype.combiner = combiner;
  const ConstructorNames names = constructor_names(combiner);
  datatype.made_by_mpi1 = tells_mpi1(combiner);
  if (datatype.made_by_mpi1) {
    datatype.constructor = names.mpi1;
  } else if (names.current != nullptr) {
    datatype.constructor = names.current;
    if (names.mpi1 != nullptr && library_has(names.mpi1)) datatype.mpi1_constructor = names.mpi1;
  }
}

}  // namespace mpidbg::model
