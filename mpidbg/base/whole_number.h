#pragma once
// These functions parse integers in options, handle expressions, environment variables and files of /proc.

#include <charconv>
#include <concepts>
#include <cstdint>
#include <optional>
#include <string_view>

namespace mpidbg {

// Parses all of `text` as a number in digits of `base`, without a prefix. A leading '-' is allowed only if Number is
// signed. Returns nullopt for an empty text, for any other character (blanks and '+' included), and for numbers that
// Number cannot hold.
template <std::integral Number>
std::optional<Number> whole_number(std::string_view text, int base = 10) {
  Number value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

// Parses a handle or address as users type it: hexadecimal after "0x" or "0X", otherwise decimal.
inline std::optional<std::uint64_t> whole_number_or_hex(std::string_view text) {
  const bool is_hex = text.starts_with("0x") || text.starts_with("0X");
  return whole_number<std::uint64_t>(is_hex ? text.substr(2) : text, is_hex ? 16 : 10);
}

// Parses the number at the start of `text`, for files whose format the kernel guarantees. Returns 0 if `text` does not
// start with a number.
template <std::integral Number>
Number leading_number(std::string_view text, int base = 10) {
  Number value{};
  std::from_chars(text.data(), text.data() + text.size(), value, base);
  return value;
}

}  // namespace mpidbg
