#pragma once
// Finds out which nonblocking collectives the code of a process can call, according to the symbol tables of its
// modules.

#include <set>
#include <string>
#include <string_view>

#include "mqs_shim/host/target.h"
#include "mqs_shim/look/dynamic_symbols.h"

namespace mqs_shim {

struct ImportedCollectives {
  // Names in the standard, such as "MPI_Ibarrier" and "MPI_Barrier_init". They are imported by the program and its
  // libraries; what the MPI library itself calls is left out.
  std::set<std::string_view> names;
  // False if other functions may be called as well: an interpreter, which does not call MPI itself, can look up
  // functions by name (dlsym), as do its packages. Of a program that calls MPI itself, libraries that use dlsym look up
  // others.
  bool is_certain = false;
  // A sentence that says why nothing is known, or an empty text. `names` is empty if there is such a reason.
  std::string problem;
};

// Returns the name in the standard that a symbol stands for, if it is a collective that a request belongs to:
// MPI_Ibarrier, PMPI_Ibarrier, MPI_Ibcast_c, MPIX_Barrier_init, or a Fortran function such as mpi_ibarrier_ or
// mpi_ibarrier_f08_. Returns an empty text for all other symbols. The result is valid for the lifetime of the program.
std::string_view nonblocking_collective_of(std::string_view symbol);

// Returns true for MPI_Barrier_init and the like, which make the request of a persistent collective.
bool makes_persistent_collective(std::string_view name);

// Reads the symbol tables of all modules from memory with `read`. Must be called while the process is held. Never
// fails: `problem` says why nothing is known.
ImportedCollectives read_imported_collectives(Target &target, DynamicSymbols::Read read);

}  // namespace mqs_shim
