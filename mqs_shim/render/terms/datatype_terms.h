#pragma once
// Maps the numbers of abi/handles/datatype.h to words.

#include "mpidbg/abi/mpihandles_interface.h"
#include "mqs_shim/render/terms/term.h"

namespace mqs_shim {

// Returns MPI's name of a combiner in lower case, such as "vector" for MPIDBG_COMBINER_VECTOR.
constexpr std::string_view combiner_term(int combiner) {
  constexpr Term terms[] = {{MPIDBG_COMBINER_NAMED, "named"},
                            {MPIDBG_COMBINER_DUP, "dup"},
                            {MPIDBG_COMBINER_CONTIGUOUS, "contiguous"},
                            {MPIDBG_COMBINER_VECTOR, "vector"},
                            {MPIDBG_COMBINER_HVECTOR_INTEGER, "hvector_integer"},
                            {MPIDBG_COMBINER_HVECTOR, "hvector"},
                            {MPIDBG_COMBINER_INDEXED, "indexed"},
                            {MPIDBG_COMBINER_HINDEXED_INTEGER, "hindexed_integer"},
                            {MPIDBG_COMBINER_HINDEXED, "hindexed"},
                            {MPIDBG_COMBINER_INDEXED_BLOCK, "indexed_block"},
                            {MPIDBG_COMBINER_STRUCT_INTEGER, "struct_integer"},
                            {MPIDBG_COMBINER_STRUCT, "struct"},
                            {MPIDBG_COMBINER_SUBARRAY, "subarray"},
                            {MPIDBG_COMBINER_DARRAY, "darray"},
                            {MPIDBG_COMBINER_F90_REAL, "f90_real"},
                            {MPIDBG_COMBINER_F90_COMPLEX, "f90_complex"},
                            {MPIDBG_COMBINER_F90_INTEGER, "f90_integer"},
                            {MPIDBG_COMBINER_RESIZED, "resized"},
                            {MPIDBG_COMBINER_HINDEXED_BLOCK, "hindexed_block"}};
  static_assert(std::size(terms) == MPIDBG_COMBINER_HINDEXED_BLOCK, "all but MPIDBG_COMBINER_UNKNOWN");
  return term(terms, combiner, "unknown");
}

}  // namespace mqs_shim
