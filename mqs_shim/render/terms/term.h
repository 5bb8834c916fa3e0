#pragma once
// Tables of the words for values of the ABI: one list each, which text and JSON share. A header of this folder holds
// the lists of one subject.

#include <cstddef>
#include <iterator>
#include <string_view>

namespace mqs_shim {

struct Term {
  int value;
  std::string_view text;
};

// The text of the value; `otherwise` for a value that no header names.
template <std::size_t size>
constexpr std::string_view term(const Term (&terms)[size], int value, std::string_view otherwise) {
  for (const Term &one : terms) {
    if (one.value == value) return one.text;
  }
  return otherwise;
}

}  // namespace mqs_shim
