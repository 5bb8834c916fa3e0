#pragma once
// Whole numbers in a text: options, handle expressions, environment variables, files of /proc.

#include <charconv>
#include <concepts>
#include <cstdint>
#include <optional>
#include <string_view>

namespace mpidbg {

// The number that all of `text` is, in digits of `base` without a prefix, a '-' in front only if Number is signed.
// Nothing if there are other characters (blanks and '+' included) or none at all, or if Number does not hold it.
template <std::integral Number>
std::optional<Number> whole_number(std::string_view text, int base = 10) {
  Number value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

// The same for what a user types as a handle or an address: hexadecimal after "0x" or "0X", else decimal.
inline std::optional<std::uint64_t> whole_number_or_hex(std::string_view text) {
  const bool is_hex = text.starts_with("0x") || text.starts_with("0X");
  return whole_number<std::uint64_t>(is_hex ? text.substr(2) : text, is_hex ? 16 : 10);
}

// The number that the text begins with, for formats that the kernel writes; 0 if it begins with none.
template <std::integral Number>
Number leading_number(std::string_view text, int base = 10) {
  Number value{};
  std::from_chars(text.data(), text.data() + text.size(), value, base);
  return value;
}

}  // namespace mpidbg
