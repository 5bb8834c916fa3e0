#pragma once
// How calls of MPI reach the library in one process: the profiling interface (MPI_X and PMPI_X), found from the symbol
// tables of the modules and by the slots through which they call each other.

#include <map>
#include <string>
#include <vector>

#include "corefile/process/process.h"

namespace corefile {

struct MpiDefinition {
  const Module *module = nullptr;
  Address address{};
  bool weak = false;
};

// A module whose calls go elsewhere than the dynamic linker's order says: its slot was written by a tool.
struct RedirectedCall {
  const Module *caller = nullptr;
  const Module *to = nullptr;  // null: into no module
  Address address{};
};

struct MpiFunction {
  std::vector<MpiDefinition> definitions;  // of MPI_X in link-map order: the first is called
  std::vector<MpiDefinition> profiling;    // of PMPI_X likewise
  std::vector<RedirectedCall> redirected;
};

// A module with bindings for Fortran: how many of its wrappers call the MPI_ name of C and how many the PMPI_ name.
struct FortranBindings {
  const Module *module = nullptr;
  std::size_t call_mpi = 0;
  std::size_t call_pmpi = 0;
  std::string example;  // "mpi_send_ calls PMPI_Send"; one that calls the PMPI_ name, if there is one
};

struct MpiProfiling {
  const Module *library = nullptr;  // that defines PMPI_Init
  // By the name of C, "MPI_Send": those that the library defines, as MPI_X or PMPI_X.
  std::map<std::string, MpiFunction> functions;
  std::vector<FortranBindings> fortran;
  std::vector<const Module *> unseen;  // whose file is not there: they may define and call more
  // Not all of whose calls can be seen: sections of the file overlap, or a slot cannot be read. Each once.
  std::vector<const Module *> partly_seen;

  std::vector<const Module *> calling_next;  // recorders: they call the next definition of MPI_X instead of PMPI_X
  bool is_static = false;                    // the library is the program itself

  // The modules that define MPI_ names in front of the library, each with the functions, in link-map order.
  struct Tool {
    const Module *module = nullptr;
    std::vector<std::string> functions;
  };
  std::vector<Tool> tools() const;
};

// The result refers to the process's modules. Errors: not_found if no module defines PMPI_Init.
Result<MpiProfiling> examine_mpi_profiling(const Process &process);

}  // namespace corefile
