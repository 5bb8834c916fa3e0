#include "mpidbg/recorder/mpit_numbers.h"

#include <cstring>

#include "mpidbg/recorder/library.h"

namespace recorder {

namespace {

constexpr int types = static_cast<int>(ElementType::count);

MPI_Datatype datatypes[types];

constexpr std::size_t sizes[types] = {sizeof(int),
                                      sizeof(unsigned),
                                      sizeof(unsigned long),
                                      sizeof(unsigned long long),
                                      1,
                                      1,
                                      sizeof(double),
                                      sizeof(long),
                                      4,
                                      4,
                                      8,
                                      8};

template <class Number>
std::uint64_t extended(const void *array, std::size_t i) {
  Number number;
  std::memcpy(&number, static_cast<const char *>(array) + i * sizeof number, sizeof number);
  return static_cast<std::uint64_t>(number);
}

// Returns the index of a number in a list of the library's numbers; that index is the record's number.
template <std::size_t count>
std::int32_t position(const int (&numbers)[count], int number) {
  for (std::size_t i = 0; i < count; ++i)
    if (numbers[i] == number) return static_cast<std::int32_t>(i);
  return -1;
}

}  // namespace

void find_datatypes() {
#if defined(OPEN_MPI) && !MPIDBG_IS_STANDARD_ABI
  constexpr const char *names[types] = {
      "ompi_mpi_int",     "ompi_mpi_unsigned", "ompi_mpi_unsigned_long", "ompi_mpi_unsigned_long_long",
      "ompi_mpi_char",    "ompi_mpi_c_bool",   "ompi_mpi_double",        "ompi_mpi_long",
      "ompi_mpi_int32_t", "ompi_mpi_uint32_t", "ompi_mpi_int64_t",       "ompi_mpi_uint64_t"};
  for (int i = 0; i < types; ++i) datatypes[i] = reinterpret_cast<MPI_Datatype>(address_of(names[i]));
#else
  const MPI_Datatype known[types] = {MPI_INT,     MPI_UNSIGNED, MPI_UNSIGNED_LONG, MPI_UNSIGNED_LONG_LONG,
                                     MPI_CHAR,    MPI_C_BOOL,   MPI_DOUBLE,        MPI_LONG,
                                     MPI_INT32_T, MPI_UINT32_T, MPI_INT64_T,       MPI_UINT64_T};
  std::memcpy(datatypes, known, sizeof datatypes);
#endif
}

ElementType element_type(MPI_Datatype datatype) {
  for (int i = 0; i < types; ++i)
    if (datatypes[i] == datatype && handle_word(datatype) != 0) return static_cast<ElementType>(i);
  return ElementType::unknown;
}

std::size_t element_size(ElementType type) {
  return type == ElementType::unknown ? 0 : sizes[static_cast<int>(type)];
}

std::uint64_t element_word(ElementType type, const void *array, std::size_t i) {
  switch (type) {
    case ElementType::as_int:
      return extended<int>(array, i);
    case ElementType::as_unsigned:
      return extended<unsigned>(array, i);
    case ElementType::as_unsigned_long:
      return extended<unsigned long>(array, i);
    case ElementType::as_unsigned_long_long:
      return extended<unsigned long long>(array, i);
    case ElementType::c_bool:
      return extended<unsigned char>(array, i);
    case ElementType::as_long:
      return extended<long>(array, i);
    case ElementType::int32:
      return extended<std::int32_t>(array, i);
    case ElementType::uint32:
      return extended<std::uint32_t>(array, i);
    case ElementType::as_double:
    case ElementType::int64:
    case ElementType::uint64:
      return extended<std::uint64_t>(array, i);
    default:
      return 0;
  }
}

std::int32_t binding_number(int bind) {
  constexpr int numbers[] = {MPI_T_BIND_NO_OBJECT,      MPI_T_BIND_MPI_COMM,    MPI_T_BIND_MPI_DATATYPE,
                             MPI_T_BIND_MPI_ERRHANDLER, MPI_T_BIND_MPI_FILE,    MPI_T_BIND_MPI_GROUP,
                             MPI_T_BIND_MPI_OP,         MPI_T_BIND_MPI_REQUEST, MPI_T_BIND_MPI_WIN,
                             MPI_T_BIND_MPI_MESSAGE,    MPI_T_BIND_MPI_INFO};
  return position(numbers, bind);
}

std::int32_t verbosity_number(int verbosity) {
  constexpr int numbers[] = {MPI_T_VERBOSITY_USER_BASIC,   MPI_T_VERBOSITY_USER_DETAIL,   MPI_T_VERBOSITY_USER_ALL,
                             MPI_T_VERBOSITY_TUNER_BASIC,  MPI_T_VERBOSITY_TUNER_DETAIL,  MPI_T_VERBOSITY_TUNER_ALL,
                             MPI_T_VERBOSITY_MPIDEV_BASIC, MPI_T_VERBOSITY_MPIDEV_DETAIL, MPI_T_VERBOSITY_MPIDEV_ALL};
  return position(numbers, verbosity);
}

std::int32_t class_number(int var_class) {
  constexpr int numbers[] = {MPI_T_PVAR_CLASS_STATE,      MPI_T_PVAR_CLASS_LEVEL,         MPI_T_PVAR_CLASS_SIZE,
                             MPI_T_PVAR_CLASS_PERCENTAGE, MPI_T_PVAR_CLASS_HIGHWATERMARK, MPI_T_PVAR_CLASS_LOWWATERMARK,
                             MPI_T_PVAR_CLASS_COUNTER,    MPI_T_PVAR_CLASS_AGGREGATE,     MPI_T_PVAR_CLASS_TIMER,
                             MPI_T_PVAR_CLASS_GENERIC};
  return position(numbers, var_class);
}

std::int32_t scope_number(int scope) {
  constexpr int numbers[] = {MPI_T_SCOPE_CONSTANT, MPI_T_SCOPE_READONLY, MPI_T_SCOPE_LOCAL, MPI_T_SCOPE_GROUP,
                             MPI_T_SCOPE_GROUP_EQ, MPI_T_SCOPE_ALL,      MPI_T_SCOPE_ALL_EQ};
  return position(numbers, scope);
}

int kind_of_binding(std::int32_t bind) {
  constexpr int kinds[] = {0,
                           MPIDBG_RECORD_COMM,
                           MPIDBG_RECORD_DATATYPE,
                           MPIDBG_RECORD_ERRHANDLER,
                           MPIDBG_RECORD_FILE,
                           MPIDBG_RECORD_GROUP,
                           MPIDBG_RECORD_OP,
                           -1,
                           MPIDBG_RECORD_WIN,
                           MPIDBG_RECORD_MESSAGE,
                           MPIDBG_RECORD_INFO};
  return bind >= 0 && bind < static_cast<std::int32_t>(sizeof kinds / sizeof *kinds) ? kinds[bind] : -1;
}

}  // namespace recorder
