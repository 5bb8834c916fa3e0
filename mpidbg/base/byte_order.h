#pragma once
// These functions decode integers of either byte order and of any width up to eight bytes from a copy of target memory.

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

namespace mpidbg {

enum class ByteOrder { little, big };

constexpr ByteOrder host_byte_order() {
  return std::endian::native == std::endian::little ? ByteOrder::little : ByteOrder::big;
}

// Loads a value in the host's byte order. The bytes need not be aligned.
template <class Unsigned>
std::uint64_t load_unsigned(const std::byte *bytes) {
  Unsigned value;
  std::memcpy(&value, bytes, sizeof value);
  return value;
}

// Decodes an unsigned integer. `bytes` has 1 to 8 elements.
inline std::uint64_t decode_unsigned(std::span<const std::byte> bytes, ByteOrder order) {
  if (order == host_byte_order()) {
    if (bytes.size() == 8) return load_unsigned<std::uint64_t>(bytes.data());
    if (bytes.size() == 4) return load_unsigned<std::uint32_t>(bytes.data());
  }
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const std::size_t at = order == ByteOrder::big ? i : bytes.size() - 1 - i;
    value = value << 8 | std::to_integer<std::uint64_t>(bytes[at]);
  }
  return value;
}

// Decodes a two's-complement integer and extends its sign to 64 bits. `bytes` has 1 to 8 elements.
inline std::int64_t decode_signed(std::span<const std::byte> bytes, ByteOrder order) {
  const unsigned unused_bits = 64 - 8 * static_cast<unsigned>(bytes.size());
  return static_cast<std::int64_t>(decode_unsigned(bytes, order) << unused_bits) >> unused_bits;
}

// Writes the low bytes of `value`, as many as `bytes` has elements (1 to 8). Higher bytes of the value are dropped.
inline void encode_unsigned(std::span<std::byte> bytes, std::uint64_t value, ByteOrder order) {
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const std::size_t at = order == ByteOrder::little ? i : bytes.size() - 1 - i;
    bytes[at] = static_cast<std::byte>(value >> (8 * i));
  }
}

}  // namespace mpidbg
