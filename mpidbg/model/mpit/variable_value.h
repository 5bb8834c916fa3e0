#pragma once
// What variables of the MPI tool information interface hold, control and performance variables alike. Plain data.

#include <compare>
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

struct NoText {  // where a text is expected there is a null pointer
  auto operator<=>(const NoText &) const = default;
};

// Signed types and unsigned ones (MPI_C_BOOL: 0 or 1), MPI_DOUBLE, texts.
using VariableValue = std::variant<std::int64_t, std::uint64_t, double, std::string, NoText>;

// Where a value was found.
struct ValueOrigin {
  std::uint64_t snapshot = 0;      // number; 0: the library's memory
  std::int64_t time = 0;           // of the snapshot, as all times of the record
  std::int64_t realtime = 0;       // the same as time of day, nanoseconds since 1970
  std::int64_t sum_begins_at = 0;  // time from which counters count; 0: the beginning of the process
};

// Bytes that a value takes in a process with pointers (and MPI_LONG) of the given size; of a text those of a character.
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
