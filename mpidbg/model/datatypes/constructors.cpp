#include "mpidbg/model/datatypes/constructors.h"

namespace mpidbg::model {

ConstructorNames constructor_names(Combiner combiner) {
  switch (combiner) {
    case Combiner::unknown:
    case Combiner::named:
      break;
    case Combiner::dup:
      return {"MPI_Type_dup", nullptr};
    case Combiner::contiguous:
      return {"MPI_Type_contiguous", nullptr};
    case Combiner::vector:
      return {"MPI_Type_vector", nullptr};
    case Combiner::hvector_integer:
    case Combiner::hvector:
      return {"MPI_Type_create_hvector", "MPI_Type_hvector"};
    case Combiner::indexed:
      return {"MPI_Type_indexed", nullptr};
    case Combiner::hindexed_integer:
    case Combiner::hindexed:
      return {"MPI_Type_create_hindexed", "MPI_Type_hindexed"};
    case Combiner::indexed_block:
      return {"MPI_Type_create_indexed_block", nullptr};
    case Combiner::struct_integer:
    case Combiner::structure:
      return {"MPI_Type_create_struct", "MPI_Type_struct"};
    case Combiner::subarray:
      return {"MPI_Type_create_subarray", nullptr};
    case Combiner::darray:
      return {"MPI_Type_create_darray", nullptr};
    case Combiner::f90_real:
      return {"MPI_Type_create_f90_real", nullptr};
    case Combiner::f90_complex:
      return {"MPI_Type_create_f90_complex", nullptr};
    case Combiner::f90_integer:
      return {"MPI_Type_create_f90_integer", nullptr};
    case Combiner::resized:
      return {"MPI_Type_create_resized", nullptr};
    case Combiner::hindexed_block:
      return {"MPI_Type_create_hindexed_block", nullptr};
  }
  return {nullptr, nullptr};
}

bool tells_mpi1(Combiner combiner) {
  return combiner == Combiner::hvector_integer || combiner == Combiner::hindexed_integer ||
         combiner == Combiner::struct_integer;
}

}  // namespace mpidbg::model
