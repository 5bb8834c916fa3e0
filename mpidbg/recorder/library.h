#pragma once
// Finds the MPI library of the process and its functions through the dynamic linker. The recorder is not linked with
// the library. A process with the recorder may load its MPI library late, privately, or never, or have another library
// than the one for which the recorder was built.

#include <array>
#include <cstdint>

#include "mpidbg/recorder/call_ids.h"
#include "mpidbg/recorder/mpi_types.h"
#include "mpidbg/recorder/record_format.h"

namespace recorder {

using Function = void (*)();

// The outcome of find_library(); `unknown` until find_library() is called.
enum class Library { unknown, accepted, refused };

// Looks for the library once, at the first MPI call of the process. The result is `refused` unless this is
// the library for which this recorder was built, and for a second recorder in the process. Then one line is written to
// stderr and all calls are passed on unchanged.
Library find_library();

// Returns the function that a wrapper named `name` has to call; null if there is none. `profiling_name` is the name
// with PMPI_.
Function next_of(const char *name, const char *profiling_name);

// The functions that the wrappers call. If a tool that was loaded after the recorder has its own MPI_ function, the
// wrapper calls the tool's function, which in turn calls the PMPI_ function. Otherwise it calls the PMPI_ function.
// Valid after find_library(), whatever its result.
extern Function next_c[call_end];
extern Function next_fortran[call_end];

// Functions of the library that convert a Fortran INTEGER to a handle in C and vice versa, indexed by
// mpidbg_record_kind; index 0 is for requests. Null if the library has no such function.
using FromFortran = void *(*)(int);
inline constexpr int handle_kinds = MPIDBG_RECORD_SESSION + 1;
extern FromFortran from_fortran[handle_kinds];
using ToFortran = int (*)(void *);
extern ToFortran to_fortran[handle_kinds];

// The values of MPI_COMM_NULL and the other null handles in C, indexed like `from_fortran`.
extern std::uint64_t null_handle[handle_kinds];

// These functions return true if the library in the process is Open MPI or MPICH, respectively. A recorder for the
// standard ABI works with both libraries and finds out at run time; otherwise the ABI determines the library at compile
// time.
#if MPIDBG_IS_STANDARD_ABI
// These two functions compare the start of library_version(), and return false before that text is known.
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

// Returns true for the request that the library returns for all operations that complete at once. In Open MPI its
// handle is `shared_request`.
extern std::uint64_t shared_request;
inline bool is_shared_request(std::uint64_t request) {
  if (is_mpich()) return request >> 30 == 1;  // the kind "builtin" in a handle
  return is_open_mpi() && request == shared_request;
}

// These functions return results of MPI_Type_get_envelope: the number of constituent datatypes, and whether the type is
// named.
int parts_of_datatype(std::uint64_t datatype);
bool is_predefined_datatype(std::uint64_t datatype);

// Returns the address of a function or variable; null if it is not found. The program and the libraries linked to it
// are searched first, then libraries that were loaded later and privately.
void *find_symbol(const char *name);

// Returns the address of a variable of the library. If the program has a copy of the variable (copy relocation), all
// code uses that copy, and its address is returned. Returns 0 if the variable does not exist.
std::uint64_t address_of(const char *name);

// Holds the rank of this process in a communicator and the communicator's size; the size is 0 if rank and size are
// unknown.
struct Place {
  int rank = 0, size = 0;
};
// Returns rank and size in a communicator, by calling PMPI_ functions of the library.
Place place_in(std::uint64_t communicator);
// Returns rank and size in MPI_COMM_WORLD. Valid after MPI_Init.
Place place_in_world();

// Returns MPI_COMM_WORLD and MPI_COMM_SELF.
std::array<std::uint64_t, 2> predefined_communicators();

// Returns the result of MPI_Query_thread; -1 if the library lacks that function or it fails.
int thread_level();

// Returns the first line of the result of MPI_Get_library_version; empty if there is none.
const char *library_version();

}  // namespace recorder
