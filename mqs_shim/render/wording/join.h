#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace mqs_shim {

// Returns the texts of all items, which `to_text` makes, with the separator between them.
template <class Items, class ToText>
std::string join(const Items &items, std::string_view separator, ToText to_text) {
  std::string text;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (i != 0) text += separator;
    text += to_text(items[i]);
  }
  return text;
}

}  // namespace mqs_shim
