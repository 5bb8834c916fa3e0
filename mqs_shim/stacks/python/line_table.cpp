#include "mqs_shim/stacks/python/line_table.h"

namespace mqs_shim::python {

using mpidbg::Bytes;

namespace {

constexpr unsigned starts_entry = 0x80;
enum Code : unsigned { no_column = 13, long_form = 14, no_line = 15 };

// Reads a signed number from bytes with six bits each, the lowest bits first; the lowest bit of all is the sign.
std::int64_t signed_number(Bytes bytes) {
  std::uint64_t value = 0;
  unsigned shift = 0;
  for (const std::byte byte : bytes) {
    const auto bits = std::to_integer<unsigned>(byte);
    if (shift > 30) return 0;
    value |= std::uint64_t{bits & 0x3f} << shift;
    shift += 6;
    if ((bits & 0x40) == 0) break;
  }
  const auto half = static_cast<std::int64_t>(value >> 1);
  return (value & 1) != 0 ? -half : half;
}

}  // namespace

std::uint32_t line_of(Bytes table, std::int32_t first_line, std::uint64_t unit) {
  std::int64_t line = first_line;
  std::uint64_t end = 0;  // offset of the end of the entry's instructions
  for (std::size_t at = 0; at < table.size();) {
    const auto first = std::to_integer<unsigned>(table[at]);
    if ((first & starts_entry) == 0) return 0;
    std::size_t next = at + 1;
    while (next < table.size() && (std::to_integer<unsigned>(table[next]) & starts_entry) == 0) ++next;
    const unsigned form = (first >> 3) & 15;
    if (form == no_column || form == long_form) line += signed_number(table.subspan(at + 1, next - at - 1));
    if (form >= 10 && form <= 12) line += form - 10;
    end += (first & 7) + 1;
    if (unit < end) return form == no_line || line < 1 || line > INT32_MAX ? 0 : static_cast<std::uint32_t>(line);
    at = next;
  }
  return 0;
}

}  // namespace mqs_shim::python
