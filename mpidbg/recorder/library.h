#pragma once
// The MPI library of the process, as the dynamic linker has it. Nothing of it is linked: the recorder is also loaded
// into processes that load an MPI library late, privately, or never, or that have another one than it was built for.

#include <array>
#include <cstdint>

#include "mpidbg/recorder/call_ids.h"
#include "mpidbg/recorder/mpi_types.h"
#include "mpidbg/recorder/record_format.h"

namespace recorder {

using Function = void (*)();

enum class Library { unknown, accepted, refused };

// Looks once, at the first MPI call of the process. Refused is another library than the one that this recorder was
// built for, or a second recorder in the process: one line on stderr says so, and calls are then passed on untouched.
Library find_library();

// The function that a wrapper of that name calls; null: there is none.
Function next_of(const char *name, const char *profiling_name);

// The function that a wrapper calls: the PMPI_ function; or, where another tool that was loaded after this one has an
// MPI_ function of its own, that one, which calls the PMPI_ function in turn. Valid after find_library, whatever it
// answered.
extern Function next_c[call_end];
extern Function next_fortran[call_end];

// Handle in C of a Fortran INTEGER, and the other way round; index: enum mpidbg_record_kind, 0 for requests. Null where
// the library has none.
using FromFortran = void *(*)(int);
inline constexpr int handle_kinds = MPIDBG_RECORD_SESSION + 1;
extern FromFortran from_fortran[handle_kinds];
using ToFortran = int (*)(void *);
extern ToFortran to_fortran[handle_kinds];

// What MPI_COMM_NULL and the like are in C; same index.
extern std::uint64_t null_handle[handle_kinds];

// Whose library it is; its ABI may be the standard's. Constant where the ABI says it.
#if MPIDBG_IS_STANDARD_ABI
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

// Whether the library hands out this one request object again and again, for operations that are complete at once.
extern std::uint64_t shared_request;  // Open MPI's
inline bool is_shared_request(std::uint64_t request) {
  if (is_mpich()) return request >> 30 == 1;  // the kind "builtin" in a handle
  return is_open_mpi() && request == shared_request;
}

// MPI_Type_get_envelope's answers: how many datatypes it was made of; whether it has a name in the standard.
int parts_of_datatype(std::uint64_t datatype);
bool is_predefined_datatype(std::uint64_t datatype);

// A function or variable: in the program and what it was linked with, else in what was loaded later, privately. Null:
// nowhere.
void *find_symbol(const char *name);

// Where everybody finds a variable of the library: a program's own copy of it (a copy relocation) is the one that
// counts. 0: there is none.
std::uint64_t address_of(const char *name);

// Of this process in a communicator. A size of 0: not known.
struct Place {
  int rank = 0, size = 0;
};
Place place_in(std::uint64_t communicator);
Place place_in_world();  // after MPI_Init

// MPI_COMM_WORLD and MPI_COMM_SELF.
std::array<std::uint64_t, 2> predefined_communicators();

// MPI_Query_thread's answer, -1 if there is none.
int thread_level();

// The first line of MPI_Get_library_version; empty if there is none.
const char *library_version();

}  // namespace recorder
