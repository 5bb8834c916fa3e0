#pragma once
// These functions write numbers and bytes in lower-case hexadecimal, as in all messages and all output of the project.

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "mpidbg/base/address.h"
#include "mpidbg/base/handle.h"

namespace mpidbg {

// Returns, for example, "0x7ffe52060140": the number without leading zeros; zero is "0x0".
inline std::string hex(std::uint64_t value) {
  char text[18] = {'0', 'x'};  // "0x" and at most 16 digits
  return std::string(text, std::to_chars(text + 2, text + sizeof text, value, 16).ptr);
}
inline std::string hex(Address address) {
  return hex(address.value());
}
inline std::string hex(Handle handle) {
  return hex(handle.value());
}

// Returns two digits per byte without a prefix, as build-ids are usually written.
inline std::string hex_digits(std::span<const std::byte> bytes) {
  static constexpr char digits[] = "0123456789abcdef";
  std::string text;
  text.reserve(2 * bytes.size());
  for (const std::byte byte : bytes) {
    text += digits[std::to_integer<unsigned>(byte) >> 4];
    text += digits[std::to_integer<unsigned>(byte) & 15];
  }
  return text;
}

}  // namespace mpidbg
