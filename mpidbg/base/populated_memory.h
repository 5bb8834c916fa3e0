#pragma once
// PopulatedMemory reports which parts of a process's private memory were ever touched. Searches skip the others.

#include <cstddef>
#include <optional>
#include <vector>

#include "mpidbg/base/address_range.h"

namespace mpidbg {

class PopulatedMemory {
 public:
  virtual ~PopulatedMemory() = default;

  // Returns the parts of a range of private memory that may contain bytes other than zero. The parts are ordered by
  // address, and only the first `most` are returned. Returns nullopt if the parts are unknown.
  virtual std::optional<std::vector<AddressRange>> populated_memory(const AddressRange &range,
                                                                    std::size_t most) const = 0;

 protected:
  PopulatedMemory() = default;
  PopulatedMemory(const PopulatedMemory &) = default;
  PopulatedMemory &operator=(const PopulatedMemory &) = default;
};

}  // namespace mpidbg
