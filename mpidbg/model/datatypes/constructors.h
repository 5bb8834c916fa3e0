#pragma once
// Names the MPI functions that make datatypes.

#include "mpidbg/model/datatypes/datatype.h"

namespace mpidbg::model {

// Holds the names of the functions that make types with one combiner.
struct ConstructorNames {
  // The function of current MPI, for example "MPI_Type_create_struct"; null for types that no function makes.
  const char *current;
  // The function of MPI-1, for example "MPI_Type_struct"; null if it had the same name or did not exist.
  const char *mpi1;
};
ConstructorNames constructor_names(Combiner combiner);
// Returns true if the combiner itself shows that the type was made by the function of MPI-1.
bool tells_mpi1(Combiner combiner);

// Sets the type's combiner. Derives from the combiner which functions made the type or may have made it.
// `library_has(name)` returns whether the program's library still has a function of MPI-1.
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
