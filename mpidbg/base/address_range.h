#pragma once
// A range of the target's addresses: a heap, a mapping, the part of a stack.

#include "mpidbg/base/address.h"

namespace mpidbg {

// From `begin` up to and without `end`; empty if `end` is not above `begin`.
struct AddressRange {
  Address begin{}, end{};

  constexpr bool contains(Address address) const { return begin <= address && address < end; }
  constexpr std::uint64_t size() const { return begin < end ? end - begin : 0; }  // bytes

  constexpr bool operator==(const AddressRange &) const = default;
};

}  // namespace mpidbg
