#pragma once
// Looks up elements, by number, in the lists of the evidence about a process. The numbers come from the memory of a
// process and may be out of range.

#include <cstdint>
#include <vector>

namespace mqs_shim::why {

// Returns the element of `list` with this number, or null if the number is out of range. The result is valid as long as
// the list is not changed.
template <class T>
const T *element(const std::vector<T> &list, std::int32_t number) {
  const auto index = static_cast<std::size_t>(number);
  return number < 0 || index >= list.size() ? nullptr : &list[index];
}

}  // namespace mqs_shim::why
