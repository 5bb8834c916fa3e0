#pragma once
// The static data of the library, which is searched in unknown builds.

#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "mpidbg/debugger/callbacks.h"
#include "mpidbg/debugger/memory.h"

namespace mpidbg::model::mpich {

// A copy of memory that is searched word by word.
struct Words {
  std::span<const std::byte> bytes;
  // The target's byte order differs from the host's.
  bool swapped = false;

  // Returns the number at an offset, with all bits of `Integer`.
  template <class Integer>
  Integer number_at(std::size_t place) const {
    Integer number{};
    std::memcpy(&number, bytes.data() + place, sizeof number);
    if constexpr (sizeof number == 8) return swapped ? __builtin_bswap64(number) : number;
    return swapped ? __builtin_bswap32(static_cast<std::uint32_t>(number)) : number;
  }
  std::uint64_t pointer_at(std::size_t place, unsigned width) const {
    return width == 8 ? number_at<std::uint64_t>(place) : number_at<std::uint32_t>(place);
  }
};

// The copy of the static data, and where it is in the target.
struct StaticData {
  Address begin{};
  // Empty if the static data was not found.
  std::vector<std::byte> bytes;
  // See Words::swapped.
  bool swapped = false;

  bool contains(Address address) const { return address - begin < bytes.size(); }
  Words words() const { return {bytes, swapped}; }
};

// Returns true if the memory, which starts at a page boundary, belongs to another module. Dynamic linkers often map
// modules directly behind each other.
bool begins_module(std::span<const std::byte> page);

// Reads from symbols that every build exports as far as memory can be read, at most limits::static_data_bytes.
StaticData read_static_data(const debugger::Image &image, const debugger::Memory &memory);

}  // namespace mpidbg::model::mpich
