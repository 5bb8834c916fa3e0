#pragma once
// Determines how MPI calls reach the MPI library in one process through the profiling interface (MPI_X and PMPI_X). The
// facts come from the symbol tables of the modules and from the slots through which modules call each other.

#include <map>
#include <string>
#include <vector>

#include "corefile/process/process.h"

namespace corefile {

// A definition of a function in one module.
struct MpiDefinition {
  const Module *module = nullptr;
  Address address{};
  bool weak = false;
};

// Calls of a function from one module that a tool has redirected, by overwriting the module's slot for that function.
// They do not go to the definition that the dynamic linker would choose.
struct RedirectedCall {
  const Module *caller = nullptr;
  const Module *to = nullptr;  // null: the target is in no module
  Address address{};
};

// All definitions of one MPI function.
struct MpiFunction {
  std::vector<MpiDefinition> definitions;  // definitions of MPI_X in link-map order; the first one is called
  std::vector<MpiDefinition> profiling;    // definitions of PMPI_X in link-map order
  std::vector<RedirectedCall> redirected;
};

// A module with Fortran bindings, and how many of its wrappers call the C functions MPI_X and PMPI_X.
struct FortranBindings {
  const Module *module = nullptr;
  std::size_t call_mpi = 0;
  std::size_t call_pmpi = 0;
  std::string example;  // for example "mpi_send_ calls PMPI_Send"; a wrapper that calls PMPI_X is preferred
};

// Describes the profiling interface of a process.
struct MpiProfiling {
  const Module *library = nullptr;  // module that defines PMPI_Init
  // Functions that the library defines as MPI_X or PMPI_X, by their C names ("MPI_Send").
  std::map<std::string, MpiFunction> functions;
  std::vector<FortranBindings> fortran;
  std::vector<const Module *> unseen;  // modules without a file, which may define and call further functions
  // Modules whose calls cannot be seen completely, because sections of the file overlap or a slot cannot be read.
  std::vector<const Module *> partly_seen;

  std::vector<const Module *> calling_next;  // recorders, which call the next definition of MPI_X instead of PMPI_X
  bool is_static = false;                    // the library is linked into the program

  // A module that defines MPI_ functions in front of the library.
  struct Tool {
    const Module *module = nullptr;
    std::vector<std::string> functions;
  };
  // Returns the tools in link-map order, each with the functions that it defines.
  std::vector<Tool> tools() const;
};

// Examines a process. The result refers to modules of the process, which must outlive it. Fails with not_found if no
// module defines PMPI_Init.
Result<MpiProfiling> examine_mpi_profiling(const Process &process);

}  // namespace corefile
