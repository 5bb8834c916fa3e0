#pragma once
// Reads the static data of the library. In builds without symbols or profile, it is searched for variables.

#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "mpidbg/debugger/callbacks.h"
#include "mpidbg/debugger/memory.h"

namespace mpidbg::model::mpich {

// Holds a copy of memory that is searched word by word.
struct Words {
  std::span<const std::byte> bytes;
  // True if the target's byte order differs from the host's.
  bool swapped = false;

  // Returns the number at an offset in bytes, with the width of `Integer`.
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

// Holds a copy of the library's static data and its address in the target.
struct StaticData {
  Address begin{};
  // The copied bytes; empty if the static data was not found.
  std::vector<std::byte> bytes;
  // True if the byte order in `bytes` differs from the host's.
  bool swapped = false;

  bool contains(Address address) const { return address - begin < bytes.size(); }
  Words words() const { return {bytes, swapped}; }
};

// Returns true if another module starts in this memory, which begins at a page boundary. Dynamic linkers often map
// modules directly after each other.
bool begins_module(std::span<const std::byte> page);

// Reads the library's static data. The data is found by symbols that every build exports. Reading stops at memory that
// cannot be read, at another module, or after limits::static_data_bytes.
StaticData read_static_data(const debugger::Image &image, const debugger::Memory &memory);

}  // namespace mpidbg::model::mpich
