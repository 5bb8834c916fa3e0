#pragma once
// Looks up elements of the lists of an Evidence by number. The numbers come from the memory of a process, so that each
// of them may be out of range.

#include <cstdint>
#include <vector>

namespace mqs_shim::why {

// Returns null if `number` is negative or not less than the size of `list`. The result is valid as long as the list is
// not changed.
template <class T>
const T *element(const std::vector<T> &list, std::int32_t number) {
  const auto index = static_cast<std::size_t>(number);
  return number < 0 || index >= list.size() ? nullptr : &list[index];
}

}  // namespace mqs_shim::why
