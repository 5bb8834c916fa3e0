#pragma once
// The MPI library of the process as the dynamic linker has it. The recorder is not linked with it, because it is also
// loaded into processes that load an MPI library late, privately, or never, or that have another library than the one
// it was built for.

#include <array>
#include <cstdint>

#include "mpidbg/recorder/call_ids.h"
#include "mpidbg/recorder/mpi_types.h"
#include "mpidbg/recorder/record_format.h"

namespace recorder {

using Function = void (*)();

// The outcome of looking for the library; `unknown` before that.
enum class Library { unknown, accepted, refused };

// Looks for the library once, at the first MPI call of the process. The result is `refused` for another library than
// the one for which this recorder was built, and for a second recorder in the process. In that case a line is written
// to stderr and all calls are passed on unchanged.
Library find_library();

// Returns the function that a wrapper with this name calls; null if there is none.
Function next_of(const char *name, const char *profiling_name);

// The function that a wrapper calls: the PMPI_ function or, if another tool that was loaded after this one has an MPI_
// function of its own, that function, which calls the PMPI_ function in turn. Valid after find_library(), with any
// result.
extern Function next_c[call_end];
extern Function next_fortran[call_end];

// Functions that convert a Fortran INTEGER to a handle in C and vice versa. The index is an mpidbg_record_kind, or 0
// for requests. Null if the library has no such function.
using FromFortran = void *(*)(int);
inline constexpr int handle_kinds = MPIDBG_RECORD_SESSION + 1;
extern FromFortran from_fortran[handle_kinds];
using ToFortran = int (*)(void *);
extern ToFortran to_fortran[handle_kinds];

// The values of MPI_COMM_NULL and the other null handles in C, with the same index.
extern std::uint64_t null_handle[handle_kinds];

// The library behind the ABI, which may be that of the standard. Constant if the ABI determines it.
#if MPIDBG_IS_STANDARD_ABI
// They compare the start of library_version(), so both are false before that is known.
bool is_open_mpi();
bool is_mpich();
#else
#ifdef OPEN_MPI
constexpr bool is_abi_of_open_mpi = true;
#else
constexpr bool is_abi_of_open_mpi = false;
#endif
constexpr bool is_open_mpi() {
  return is_abi_of_open_mpi;
}
constexpr bool is_mpich() {
  return !is_abi_of_open_mpi;
}
#endif

// Returns true for the request object that the library returns for all operations that complete at once.
// Open MPI's shared request.
extern std::uint64_t shared_request;
inline bool is_shared_request(std::uint64_t request) {
  if (is_mpich()) return request >> 30 == 1;  // the kind "builtin" in a handle
  return is_open_mpi() && request == shared_request;
}

// Results of MPI_Type_get_envelope: the number of constituent datatypes, and whether the type is named.
int parts_of_datatype(std::uint64_t datatype);
bool is_predefined_datatype(std::uint64_t datatype);

// Returns the address of a function or variable, first from the program and its linked libraries, then from libraries
// that were loaded later and privately; null if it is not found.
void *find_symbol(const char *name);

// Returns the address of a variable of the library at which all code finds it. A copy in the program (copy relocation)
// takes precedence. 0 if the variable does not exist.
std::uint64_t address_of(const char *name);

// Rank and size of this process in a communicator. A size of 0 means that they are unknown.
struct Place {
  int rank = 0, size = 0;
};
// Asks the library with its PMPI_ functions.
Place place_in(std::uint64_t communicator);
// Valid after MPI_Init.
Place place_in_world();

// Returns MPI_COMM_WORLD and MPI_COMM_SELF.
std::array<std::uint64_t, 2> predefined_communicators();

// Returns the result of MPI_Query_thread; -1 if there is none.
int thread_level();

// Returns the first line of MPI_Get_library_version; empty if there is none.
const char *library_version();

}  // namespace recorder
