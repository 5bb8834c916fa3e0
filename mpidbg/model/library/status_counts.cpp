#include "mpidbg/model/library/status_counts.h"

namespace mpidbg::model {

std::int64_t whole_count(std::uint64_t bytes, std::uint64_t size) {
  return bytes % size == 0 ? static_cast<std::int64_t>(bytes / size) : -1;
}

Result<std::int64_t> basic_elements(DatatypeDetails &details, Handle datatype, std::uint64_t size,
                                    std::uint64_t bytes) {
  const std::uint64_t whole = bytes / size;
  std::uint64_t rest = bytes % size;
  std::int64_t elements = 0;
  if (whole != 0) {
    MPIDBG_ASSIGN(map, details.type_map(datatype, 0, 0, true));
    if (__builtin_mul_overflow(whole, map.total_elements, &elements)) {
      return Error{ErrorCode::out_of_range, "the message has more elements than 64 bits count"};
    }
  }
  // Finds out how many predefined types are in the `rest` bytes after the last complete element.
  constexpr std::uint64_t piece = 4096;
  std::vector<BasicType> basics;
  for (std::uint64_t first = 0; rest != 0; first += piece) {
    MPIDBG_ASSIGN(part, details.type_map_elements(datatype, first, piece, basics));
    for (const TypeMapElement &element : part) {
      if (rest == 0) break;
      const std::uint64_t element_size = element.basic < basics.size() ? basics[element.basic].size : 0;
      if (element_size > rest) return -1;
      rest -= element_size;
      ++elements;
    }
    if (part.size() < piece && rest != 0) return -1;
  }
  return elements;
}

}  // namespace mpidbg::model
