#pragma once
// Lists the two parts of each pair type such as MPI_DOUBLE_INT. Source: mpi.h of 4.0.

#include <cstdint>
#include <optional>

namespace mpidbg::model::mpich {

// Holds the handles of the two parts of a pair type.
struct PairType {
  std::uint32_t first = 0, second = 0;
};

// Returns the parts of a pair type; nullopt for other datatypes.
constexpr std::optional<PairType> pair_type(std::uint32_t handle) {
  constexpr std::uint32_t short_ = 0x4c000203, int_ = 0x4c000405, long_ = 0x4c000807, float_ = 0x4c00040a,
                          double_ = 0x4c00080b, long_double = 0x4c00100c, integer = 0x4c00041b, real = 0x4c00041c,
                          double_precision = 0x4c00081f;
  switch (handle) {
    case 0x8c000000:  // MPI_FLOAT_INT
      return PairType{float_, int_};
    case 0x8c000001:  // MPI_DOUBLE_INT
      return PairType{double_, int_};
    case 0x8c000002:  // MPI_LONG_INT
      return PairType{long_, int_};
    case 0x8c000003:  // MPI_SHORT_INT
      return PairType{short_, int_};
    case 0x8c000004:  // MPI_LONG_DOUBLE_INT
      return PairType{long_double, int_};
    case 0x4c000816:  // MPI_2INT
      return PairType{int_, int_};
    case 0x4c000820:  // MPI_2INTEGER
      return PairType{integer, integer};
    case 0x4c000821:  // MPI_2REAL
      return PairType{real, real};
    case 0x4c001023:  // MPI_2DOUBLE_PRECISION
      return PairType{double_precision, double_precision};
    default:
      return std::nullopt;
  }
}

}  // namespace mpidbg::model::mpich
