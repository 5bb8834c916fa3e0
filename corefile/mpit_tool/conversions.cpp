#include "corefile/mpit_tool/conversions.h"

#include <cstring>
#include <iterator>

#include "corefile/mpit_tool/lookup.h"

namespace mpit_tool {

namespace {

template <class Number, std::size_t size>
Number at(const Number (&numbers)[size], int index, Number otherwise) {
  return index >= 0 && static_cast<std::size_t>(index) < size ? numbers[index] : otherwise;
}

constexpr int classes[] = {MPI_T_PVAR_CLASS_STATE,      MPI_T_PVAR_CLASS_LEVEL,         MPI_T_PVAR_CLASS_SIZE,
                           MPI_T_PVAR_CLASS_PERCENTAGE, MPI_T_PVAR_CLASS_HIGHWATERMARK, MPI_T_PVAR_CLASS_LOWWATERMARK,
                           MPI_T_PVAR_CLASS_COUNTER,    MPI_T_PVAR_CLASS_AGGREGATE,     MPI_T_PVAR_CLASS_TIMER,
                           MPI_T_PVAR_CLASS_GENERIC};

template <class Number>
std::size_t store_as(Number value, void *buffer) {
  std::memcpy(buffer, &value, sizeof value);
  return sizeof value;
}

// Returns Open MPI's predefined datatype `name`. `linked` is its address from the dynamic linker, or null if the
// library was not loaded when the tool started. If it is null, the datatype is looked up in the MPI library that the
// tool has opened itself.
#ifdef OPEN_MPI
MPI_Datatype datatype_of(MPI_Datatype linked, const char *name) {
  return linked != nullptr ? linked : static_cast<MPI_Datatype>(object_of_opened_library(name));
}
#define MPIT_DATATYPE(handle, name) datatype_of(handle, "ompi_mpi_" #name)
#else
#define MPIT_DATATYPE(handle, name) handle
#endif

}  // namespace

int to_mpi_error(int code) {
  switch (code) {
    case MPIDBG_SUCCESS:
      return MPI_SUCCESS;
    case MPIDBG_ERR_NO_MEM:
      return MPI_T_ERR_MEMORY;
    case MPIDBG_T_ERR_INVALID_INDEX:
      return MPI_T_ERR_INVALID_INDEX;
    case MPIDBG_T_ERR_INVALID_NAME:
      return MPI_T_ERR_INVALID_NAME;
    case MPIDBG_T_ERR_INVALID_HANDLE:
      return MPI_T_ERR_INVALID_HANDLE;
    case MPIDBG_T_ERR_INVALID_SESSION:
      return MPI_T_ERR_INVALID_SESSION;
    case MPIDBG_T_ERR_OUT_OF_HANDLES:
      return MPI_T_ERR_OUT_OF_HANDLES;
    case MPIDBG_T_ERR_OUT_OF_SESSIONS:
      return MPI_T_ERR_OUT_OF_SESSIONS;
    case MPIDBG_T_ERR_CVAR_SET_NEVER:
      return MPI_T_ERR_CVAR_SET_NEVER;
    case MPIDBG_T_ERR_PVAR_NO_STARTSTOP:
      return MPI_T_ERR_PVAR_NO_STARTSTOP;
    case MPIDBG_T_ERR_PVAR_NO_WRITE:
      return MPI_T_ERR_PVAR_NO_WRITE;
    case MPIDBG_T_ERR_PVAR_NO_ATOMIC:
      return MPI_T_ERR_PVAR_NO_ATOMIC;
#ifdef MPI_T_ERR_NOT_SUPPORTED
    case MPIDBG_ERR_NOT_SUPPORTED:
      return MPI_T_ERR_NOT_SUPPORTED;
#endif
    default:
      return MPI_T_ERR_INVALID;
  }
}

int to_mpi_verbosity(int verbosity) {
  constexpr int numbers[] = {MPI_T_VERBOSITY_USER_BASIC,   MPI_T_VERBOSITY_USER_DETAIL,   MPI_T_VERBOSITY_USER_ALL,
                             MPI_T_VERBOSITY_TUNER_BASIC,  MPI_T_VERBOSITY_TUNER_DETAIL,  MPI_T_VERBOSITY_TUNER_ALL,
                             MPI_T_VERBOSITY_MPIDEV_BASIC, MPI_T_VERBOSITY_MPIDEV_DETAIL, MPI_T_VERBOSITY_MPIDEV_ALL};
  return at(numbers, verbosity, int{MPI_T_VERBOSITY_MPIDEV_ALL});
}

int to_mpi_bind(int bind) {
  constexpr int numbers[] = {MPI_T_BIND_NO_OBJECT,      MPI_T_BIND_MPI_COMM,    MPI_T_BIND_MPI_DATATYPE,
                             MPI_T_BIND_MPI_ERRHANDLER, MPI_T_BIND_MPI_FILE,    MPI_T_BIND_MPI_GROUP,
                             MPI_T_BIND_MPI_OP,         MPI_T_BIND_MPI_REQUEST, MPI_T_BIND_MPI_WIN,
                             MPI_T_BIND_MPI_MESSAGE,    MPI_T_BIND_MPI_INFO};
  return at(numbers, bind, int{MPI_T_BIND_NO_OBJECT});
}

int to_mpi_scope(int scope) {
  constexpr int numbers[] = {MPI_T_SCOPE_CONSTANT, MPI_T_SCOPE_READONLY, MPI_T_SCOPE_LOCAL, MPI_T_SCOPE_GROUP,
                             MPI_T_SCOPE_GROUP_EQ, MPI_T_SCOPE_ALL,      MPI_T_SCOPE_ALL_EQ};
  return at(numbers, scope, int{MPI_T_SCOPE_CONSTANT});
}

int to_mpi_class(int variable_class) {
  return at(classes, variable_class, int{MPI_T_PVAR_CLASS_GENERIC});
}

int from_mpi_class(int variable_class) {
  for (std::size_t i = 0; i < std::size(classes); ++i) {
    if (classes[i] == variable_class) return static_cast<int>(i);
  }
  return -1;
}

MPI_Datatype to_mpi_datatype(mpidbg_t_datatype_t datatype) {
  switch (datatype) {
    case MPIDBG_T_INT:
      return MPIT_DATATYPE(MPI_INT, int);
    case MPIDBG_T_UNSIGNED:
      return MPIT_DATATYPE(MPI_UNSIGNED, unsigned);
    case MPIDBG_T_UNSIGNED_LONG:
      return MPIT_DATATYPE(MPI_UNSIGNED_LONG, unsigned_long);
    case MPIDBG_T_UNSIGNED_LONG_LONG:
      return MPIT_DATATYPE(MPI_UNSIGNED_LONG_LONG, unsigned_long_long);
    case MPIDBG_T_CHAR:
      return MPIT_DATATYPE(MPI_CHAR, char);
    case MPIDBG_T_C_BOOL:
      return MPIT_DATATYPE(MPI_C_BOOL, c_bool);
    case MPIDBG_T_DOUBLE:
      return MPIT_DATATYPE(MPI_DOUBLE, double);
    case MPIDBG_T_LONG:
      return MPIT_DATATYPE(MPI_LONG, long);
    case MPIDBG_T_INT32_T:
      return MPIT_DATATYPE(MPI_INT32_T, int32_t);
    case MPIDBG_T_UINT32_T:
      return MPIT_DATATYPE(MPI_UINT32_T, uint32_t);
    case MPIDBG_T_INT64_T:
      return MPIT_DATATYPE(MPI_INT64_T, int64_t);
    case MPIDBG_T_UINT64_T:
      return MPIT_DATATYPE(MPI_UINT64_T, uint64_t);
    case MPIDBG_T_DATATYPE_MAX:
      break;
  }
  return MPIT_DATATYPE(MPI_DATATYPE_NULL, datatype_null);
}

std::size_t store(const mpidbg_t_value_t &value, void *buffer) {
  const std::int64_t number = value.number.as_signed;
  switch (value.datatype) {
    case MPIDBG_T_INT:
    case MPIDBG_T_UNSIGNED:
    case MPIDBG_T_INT32_T:
    case MPIDBG_T_UINT32_T:
      return store_as(static_cast<std::int32_t>(number), buffer);
    case MPIDBG_T_LONG:
    case MPIDBG_T_UNSIGNED_LONG:
      return store_as(static_cast<long>(number), buffer);
    case MPIDBG_T_CHAR:
      return store_as(static_cast<char>(number), buffer);
    case MPIDBG_T_C_BOOL:
      return store_as(number != 0, buffer);
    case MPIDBG_T_DOUBLE:
      return store_as(value.number.as_double, buffer);
    default:
      return store_as(number, buffer);
  }
}

}  // namespace mpit_tool
