#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace mqs_shim {

// Makes a text of each item with `to_text`, and returns the texts with the separator between them.
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
