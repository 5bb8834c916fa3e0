#pragma once
// Tells the tag that the program passed to a call from the tags that the library chooses for its internal messages.

#include <cstdint>
#include <optional>

#include "mqs_shim/job/why/evidence/evidence.h"

namespace mqs_shim::why {

// Returns the tag that the program passed to the call to which the operation belongs; nothing if the library chose the
// tag or may have chosen it. In calls such as MPI_Intercomm_create, MPICH adds a bit to the program's tag. The tags
// that it chooses are below this bit, or the bit alone, like the tag 0 of a program; those of Open MPI are negative.
inline std::optional<std::int32_t> program_tag(const Operation &operation) {
  constexpr std::int32_t added_bit = 0x10000000;
  if (!operation.internal) return operation.tag;
  if (operation.tag <= added_bit) return std::nullopt;
  return operation.tag - added_bit;
}

}  // namespace mqs_shim::why
