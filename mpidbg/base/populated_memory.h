#pragma once
// What a process may know of its private memory: which of it was ever touched.

#include <cstddef>
#include <optional>
#include <vector>

#include "mpidbg/base/address_range.h"

namespace mpidbg {

class PopulatedMemory {
 public:
  virtual ~PopulatedMemory() = default;

  // The first `most` parts of a range of private memory that can have another content than zeros, by address; nullopt
  // if that is not known.
  virtual std::optional<std::vector<AddressRange>> populated_memory(const AddressRange &range,
                                                                    std::size_t most) const = 0;

 protected:
  PopulatedMemory() = default;
  PopulatedMemory(const PopulatedMemory &) = default;
  PopulatedMemory &operator=(const PopulatedMemory &) = default;
};

}  // namespace mpidbg
