#pragma once
// Describes the values of control and performance variables of the MPI tool information interface. Plain data.

#include <compare>
#include <cstdint>
#include <string>
#include <variant>

namespace mpidbg::model {

// The MPI datatype of a variable as the interface declares it. The values are those of mpidbg_t_datatype_t.
enum class VariableType {
  int_type,
  unsigned_int,
  unsigned_long,
  unsigned_long_long,
  // A string, which is an array of MPI_CHAR.
  character,
  c_bool,
  double_type,
  long_type,
  int32,
  uint32,
  int64,
  uint64
};

// The type of MPI object that a variable is bound to. The values are those of mpidbg_t_bind_t.
enum class Binding { none, communicator, datatype, errhandler, file, group, op, request, window, message, info };

// Stands in place of a string for a null pointer.
struct NoText {
  auto operator<=>(const NoText &) const = default;
};

// Holds the value of one element: a number of a signed type, a number of an unsigned type (MPI_C_BOOL is 0 or 1), an
// MPI_DOUBLE, or a string.
using VariableValue = std::variant<std::int64_t, std::uint64_t, double, std::string, NoText>;

// Describes where a value was found.
struct ValueOrigin {
  // The number of the snapshot; 0 if the value comes from the library's memory.
  std::uint64_t snapshot = 0;
  // The time of the snapshot on the clock of the record.
  std::int64_t time = 0;
  // The same time in nanoseconds since 1970.
  std::int64_t realtime = 0;
  // The time from which counters count, on the clock of the record; 0 for the start of the process.
  std::int64_t sum_begins_at = 0;
};

// Returns the size in bytes of a value of this type in a process whose pointers (and MPI_LONG) have the given size. For
// strings it is the size of a character.
inline unsigned width_of(VariableType type, unsigned pointer_size) {
  switch (type) {
    case VariableType::int_type:
    case VariableType::unsigned_int:
    case VariableType::int32:
    case VariableType::uint32:
      return 4;
    case VariableType::long_type:
    case VariableType::unsigned_long:
      return pointer_size;
    case VariableType::character:
    case VariableType::c_bool:
      return 1;
    case VariableType::unsigned_long_long:
    case VariableType::double_type:
    case VariableType::int64:
    case VariableType::uint64:
      return 8;
  }
  return 0;
}

inline bool is_signed(VariableType type) {
  return type == VariableType::int_type || type == VariableType::long_type || type == VariableType::int32 ||
         type == VariableType::int64;
}

}  // namespace mpidbg::model
