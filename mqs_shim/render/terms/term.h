#pragma once
// Defines tables that map values of the ABI to words. Text and JSON use the same tables. Each header of this folder
// contains the tables of one subject.

#include <cstddef>
#include <iterator>
#include <string_view>

namespace mqs_shim {

// Holds a value of the ABI and the word for it.
struct Term {
  int value;
  std::string_view text;
};

// Returns the text of the value, or `otherwise` if the table does not contain the value.
template <std::size_t size>
constexpr std::string_view term(const Term (&terms)[size], int value, std::string_view otherwise) {
  for (const Term &one : terms) {
    if (one.value == value) return one.text;
  }
  return otherwise;
}

}  // namespace mqs_shim
