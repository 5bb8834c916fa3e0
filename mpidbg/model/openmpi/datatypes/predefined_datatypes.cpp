#include "mpidbg/model/openmpi/datatypes/predefined_datatypes.h"

#include <array>
#include <iterator>

namespace mpidbg::model::openmpi {

namespace {

constexpr const char *names[] = {"MPI_DATATYPE_NULL",
                                 "MPI_BYTE",
                                 "MPI_PACKED",
                                 "MPI_UB",
                                 "MPI_LB",
                                 "MPI_CHARACTER",
                                 "MPI_LOGICAL",
                                 "MPI_INTEGER",
                                 "MPI_INTEGER1",
                                 "MPI_INTEGER2",
                                 "MPI_INTEGER4",
                                 "MPI_INTEGER8",
                                 "MPI_INTEGER16",
                                 "MPI_REAL",
                                 "MPI_REAL4",
                                 "MPI_REAL8",
                                 "MPI_REAL16",
                                 "MPI_DOUBLE_PRECISION",
                                 "MPI_COMPLEX",
                                 "MPI_COMPLEX8",
                                 "MPI_COMPLEX16",
                                 "MPI_COMPLEX32",
                                 "MPI_DOUBLE_COMPLEX",
                                 "MPI_2REAL",
                                 "MPI_2DOUBLE_PRECISION",
                                 "MPI_2INTEGER",
                                 "MPI_2COMPLEX",
                                 "MPI_2DOUBLE_COMPLEX",
                                 "MPI_REAL2",
                                 "MPI_LOGICAL1",
                                 "MPI_LOGICAL2",
                                 "MPI_LOGICAL4",
                                 "MPI_LOGICAL8",
                                 "MPI_WCHAR",
                                 "MPI_CHAR",
                                 "MPI_UNSIGNED_CHAR",
                                 "MPI_SIGNED_CHAR",
                                 "MPI_SHORT",
                                 "MPI_UNSIGNED_SHORT",
                                 "MPI_INT",
                                 "MPI_UNSIGNED",
                                 "MPI_LONG",
                                 "MPI_UNSIGNED_LONG",
                                 "MPI_LONG_LONG_INT",
                                 "MPI_UNSIGNED_LONG_LONG",
                                 "MPI_FLOAT",
                                 "MPI_DOUBLE",
                                 "MPI_LONG_DOUBLE",
                                 "MPI_FLOAT_INT",
                                 "MPI_DOUBLE_INT",
                                 "MPI_LONG_DOUBLE_INT",
                                 "MPI_LONG_INT",
                                 "MPI_2INT",
                                 "MPI_SHORT_INT",
                                 "MPI_CXX_BOOL",
                                 "MPI_CXX_FLOAT_COMPLEX",
                                 "MPI_CXX_DOUBLE_COMPLEX",
                                 "MPI_CXX_LONG_DOUBLE_COMPLEX",
                                 "MPI_INT8_T",
                                 "MPI_UINT8_T",
                                 "MPI_INT16_T",
                                 "MPI_UINT16_T",
                                 "MPI_INT32_T",
                                 "MPI_UINT32_T",
                                 "MPI_INT64_T",
                                 "MPI_UINT64_T",
                                 "MPI_AINT",
                                 "MPI_OFFSET",
                                 "MPI_C_BOOL",
                                 "MPI_C_FLOAT_COMPLEX",
                                 "MPI_C_DOUBLE_COMPLEX",
                                 "MPI_C_LONG_DOUBLE_COMPLEX",
                                 "MPI_COUNT"};
static_assert(std::size(names) == 73);

enum : std::int32_t {
  integer = 7,
  real = 13,
  double_precision = 17,
  complex = 18,
  double_complex = 22,
  short_ = 37,
  int_ = 39,
  long_ = 41,
  float_ = 45,
  double_ = 46,
  long_double = 47
};

}  // namespace

std::span<const char *const> predefined_datatype_names() {
  return names;
}

std::optional<PairType> pair_type(std::int32_t fortran_handle) {
  switch (fortran_handle) {
    case 23:
      return PairType{real, real};
    case 24:
      return PairType{double_precision, double_precision};
    case 25:
      return PairType{integer, integer};
    case 26:
      return PairType{complex, complex};
    case 27:
      return PairType{double_complex, double_complex};
    case 48:
      return PairType{float_, int_};
    case 49:
      return PairType{double_, int_};
    case 50:
      return PairType{long_double, int_};
    case 51:
      return PairType{long_, int_};
    case 52:
      return PairType{int_, int_};
    case 53:
      return PairType{short_, int_};
    default:
      return std::nullopt;
  }
}

// Converts the number of a basic type. The basic types are numbered as in opal/datatype/opal_datatype_internal.h: INT1,
// INT2, INT4, INT8, INT16, the same unsigned, FLOAT2, 4, 8, 12, 16, complex of float, double, long double, BOOL, WCHAR,
// LONG, UNSIGNED_LONG.
std::int32_t datatype_of_basic_type(std::uint16_t id) {
  constexpr std::array<std::int32_t, 22> handles = {58, 60, 62, 64,     12,      59,          61,          63,
                                                    65, -1, 28, float_, double_, long_double, long_double, 69,
                                                    70, 71, 68, 33,     41,      42};
  constexpr std::uint16_t first = 4;
  return id >= first && id < first + handles.size() ? handles[id - first] : -1;
}

}  // namespace mpidbg::model::openmpi
