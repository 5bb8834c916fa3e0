#pragma once
// AddressRange describes a piece of the target's address space, such as a heap, a mapping or part of a stack.

#include "mpidbg/base/address.h"

namespace mpidbg {

// The range contains `begin` and excludes `end`. It is empty if `begin` is not below `end`.
struct AddressRange {
  Address begin{}, end{};

  constexpr bool contains(Address address) const { return begin <= address && address < end; }
  // Returns the size in bytes; 0 for a range whose end is below its begin.
  constexpr std::uint64_t size() const { return begin < end ? end - begin : 0; }

  constexpr bool operator==(const AddressRange &) const = default;
};

}  // namespace mpidbg
