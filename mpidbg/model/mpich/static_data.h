#pragma once
// The static data of the library, which is searched in builds that are not known.

#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "mpidbg/debugger/callbacks.h"
#include "mpidbg/debugger/memory.h"

namespace mpidbg::model::mpich {

// A copy of memory in which a search asks for each word.
struct Words {
  std::span<const std::byte> bytes;
  bool swapped = false;  // the target's byte order is not ours

  // The number at a place, of all bits of `Integer`.
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

struct StaticData {
  Address begin{};
  std::vector<std::byte> bytes;  // none if nothing leads to it
  bool swapped = false;          // as in Words

  bool contains(Address address) const { return address - begin < bytes.size(); }
  Words words() const { return {bytes, swapped}; }
};

// Whether the memory, from the start of a page on, is that of another module: dynamic linkers often map one right
// behind another.
bool begins_module(std::span<const std::byte> page);

// As far as it can be read from the symbols on that every build exports, at most limits::static_data_bytes.
StaticData read_static_data(const debugger::Image &image, const debugger::Memory &memory);

}  // namespace mpidbg::model::mpich
