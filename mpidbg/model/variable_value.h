#pragma once
// What variables of the MPI tool information interface hold, control and performance variables alike. Plain data.

#include <cstdint>
#include <string>
#include <variant>

namespace mpidbg::model {

// The MPI datatype of a variable, as the interface declares it. Numbered as mpidbg_t_datatype_t.
enum class VariableType {
  int_type,
  unsigned_int,
  unsigned_long,
  unsigned_long_long,
  character,  // a text
  c_bool,
  double_type,
  long_type,
  int32,
  uint32,
  int64,
  uint64
};

// The type of MPI object that a variable is bound to. Numbered as mpidbg_t_bind_t.
enum class Binding { none, communicator, datatype, errhandler, file, group, op, request, window, message, info };

struct NoText {};  // where a text is expected there is a null pointer

// Signed types and unsigned ones (MPI_C_BOOL: 0 or 1), MPI_DOUBLE, texts.
using VariableValue = std::variant<std::int64_t, std::uint64_t, double, std::string, NoText>;

}  // namespace mpidbg::model
