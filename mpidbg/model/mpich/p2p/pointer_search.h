#pragma once
// Searches the library's static data for pointers, to find variables of builds without symbols.

#include <cstdint>

#include "mpidbg/model/mpich/attach.h"

namespace mpidbg::model::mpich {

// Addresses below this are invalid: operating systems do not map the first page, so that null pointers fault.
inline constexpr std::uint64_t no_memory = 4096;

// Returns true for a word that may point to memory from malloc: it is aligned like malloc's results, and points outside
// of the library. All other words are skipped, because following a pointer costs a read.
class MallocPointers {
 public:
  explicit MallocPointers(const Attachment &process);
  bool operator()(std::uint64_t word) const {
    return word >= no_memory && (word & impossible_) == 0 && word - library_ >= library_bytes_;
  }

 private:
  std::uint64_t impossible_ = 0, library_ = 0, library_bytes_ = 0;
};

// Calls found(offset, pointer) for each pointer in the static data that may point to memory from malloc.
template <class Found>
void each_pointer(const Attachment &process, Found &&found) {
  const Words words = process.static_data().words();
  const unsigned width = process.memory.pointer_size();
  const MallocPointers may_be_pointer(process);
  for (std::size_t at = 0; at + width <= words.bytes.size(); at += width) {
    const std::uint64_t word = words.pointer_at(at, width);
    if (may_be_pointer(word)) found(at, Address(word));
  }
}

}  // namespace mpidbg::model::mpich
