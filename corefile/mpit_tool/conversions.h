#pragma once
// Converts between the numbers of mpit_interface.h and those of the MPI library's mpi.h, converts handles, and calls
// the plugin.

#include <mpi.h>

#include <algorithm>
#include <cstdint>
#include <initializer_list>

#include "corefile/mpit_tool/opened_target.h"
#include "mpidbg/abi/mpit_interface.h"

// Open MPI's predefined datatypes are objects of its library. References to them are weak, so that mpidbg's MPI_T
// library can also be preloaded into programs that are not linked with Open MPI, for example a shell that starts the
// tool.
#ifdef OPEN_MPI
#pragma weak ompi_mpi_c_bool
#pragma weak ompi_mpi_char
#pragma weak ompi_mpi_datatype_null
#pragma weak ompi_mpi_double
#pragma weak ompi_mpi_int
#pragma weak ompi_mpi_int32_t
#pragma weak ompi_mpi_int64_t
#pragma weak ompi_mpi_long
#pragma weak ompi_mpi_uint32_t
#pragma weak ompi_mpi_uint64_t
#pragma weak ompi_mpi_unsigned
#pragma weak ompi_mpi_unsigned_long
#pragma weak ompi_mpi_unsigned_long_long
#else
#pragma weak MPI_T_PVAR_ALL_HANDLES
#endif

namespace mpit_tool {

int to_mpi_error(int code);
int to_mpi_verbosity(int verbosity);
int to_mpi_bind(int bind);
int to_mpi_scope(int scope);
int to_mpi_class(int variable_class);
// Converts a class of performance variables from the number in mpi.h to that in mpidbg's interface; -1 if mpidbg's
// interface does not have the class.
int from_mpi_class(int variable_class);
MPI_Datatype to_mpi_datatype(mpidbg_t_datatype_t datatype);

// Writes a value to `buffer` in this machine's representation and returns its size in bytes. A value of MPI_CHAR is a
// single character; texts of control variables are not passed to this function.
std::size_t store(const mpidbg_t_value_t &value, void *buffer);

// Convert between a unique number and the MPI_T handle that the tool gets for it. The handle is the number, cast to a
// pointer.
template <class Handle>
Handle to_handle(std::uint64_t number) {
  return reinterpret_cast<Handle>(static_cast<std::uintptr_t>(number));
}
template <class Handle>
std::uint64_t to_number(Handle handle) {
  return reinterpret_cast<std::uintptr_t>(handle);
}

// Reads into `object` the MPI handle to which `obj_handle` points. The handle is that of the inspected program, and is
// a pointer or an int. Returns false if the variable is not bound to an object.
inline bool object_of(const void *obj_handle, int bind, mqs_taddr_t &object) {
  if (bind == MPIDBG_T_BIND_NO_OBJECT || obj_handle == nullptr) return false;
  const bool is_wide = sizeof(MPI_Comm) == sizeof(void *);
  object = is_wide ? static_cast<mqs_taddr_t>(*static_cast<const std::uintptr_t *>(obj_handle))
                   : static_cast<mqs_taddr_t>(*static_cast<const std::uint32_t *>(obj_handle));
  return true;
}

// Calls `ask` with the plugin's functions and the process, and converts its result to an error code of MPI_T.
template <class Ask>
int run_query(Ask &&ask) noexcept {
  OpenedTarget *const opened = target();
  if (opened == nullptr) return MPI_T_ERR_NOT_INITIALIZED;
  try {
    return to_mpi_error(ask(opened->call(), opened->process()));
  } catch (...) {
    return MPI_T_ERR_MEMORY;
  }
}

// Does the same as run_query() above, but fails if one of `required`, the places for results, is null. In MPI_T only
// the get_info functions accept null as a place for a result.
template <class Ask>
int run_query(std::initializer_list<const void *> required, Ask &&ask) noexcept {
  return run_query([&](const auto &call, auto *process) {
    const bool is_missing = std::find(required.begin(), required.end(), nullptr) != required.end();
    return is_missing ? static_cast<int>(MPIDBG_T_ERR_INVALID) : static_cast<int>(ask(call, process));
  });
}

// Returns the array for use in the argument `required` of run_query(). An array of length 0 may be null; another
// pointer is then returned.
inline const void *array_of(int length, const int *array) {
  return length > 0 ? static_cast<const void *>(array) : "";
}

template <class Target, class Source>
void put(Target *place, Source value) {
  if (place != nullptr) *place = static_cast<Target>(value);
}

}  // namespace mpit_tool
