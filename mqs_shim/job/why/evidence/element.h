#pragma once
// Elements of lists that evidence names by their numbers, which come out of a process's memory.

#include <cstdint>
#include <vector>

namespace mqs_shim::why {

// Null if there is none with the number.
template <class T>
const T *element(const std::vector<T> &list, std::int32_t number) {
  const auto index = static_cast<std::size_t>(number);
  return number < 0 || index >= list.size() ? nullptr : &list[index];
}

}  // namespace mqs_shim::why
