#include "mpidbg/model/mpich/p2p/pointer_search.h"

#include <algorithm>

namespace mpidbg::model::mpich {

namespace {

// The largest distance in bytes from the start of the library to its static data. Code and constants come before the
// data.
constexpr std::uint64_t largest_library = std::uint64_t{1} << 26;

// Words with more bits than this are not addresses of programs, on any processor. Contents of unwinding tables look
// like such words.
constexpr unsigned most_address_bits = 56;

}  // namespace

MallocPointers::MallocPointers(const Attachment &process) {
  const StaticData &data = process.static_data();
  const unsigned alignment = 2 * process.memory.pointer_size();
  impossible_ = ~((std::uint64_t{1} << most_address_bits) - 1) | (alignment - 1);
  // This range reaches from the earliest possible start of the library to the end of its data. With it, one comparison
  // shows whether a pointer points into the library.
  const std::uint64_t before = std::min(data.begin.value(), largest_library);
  library_ = data.begin.value() - before;
  library_bytes_ = before + data.bytes.size();
}

}  // namespace mpidbg::model::mpich
