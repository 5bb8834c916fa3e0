#include "mpidbg/debugger/build_id.h"

#include <elf.h>

#include <algorithm>
#include <vector>

#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/debugger/elf_segments.h"

namespace mpidbg::debugger {

namespace {

constexpr std::uint64_t max_note_bytes = 4096;

class Fields {
 public:
  Fields(std::vector<std::byte> bytes, ByteOrder order) : bytes_(std::move(bytes)), order_(order) {}
  std::uint64_t at(std::size_t offset, std::size_t width) const {
    return decode_unsigned(std::span(bytes_).subspan(offset, width), order_);
  }
  const std::byte *data() const { return bytes_.data(); }
  std::size_t size() const { return bytes_.size(); }

 private:
  std::vector<std::byte> bytes_;
  ByteOrder order_;
};

Result<Fields> fetch(const Memory &memory, Address address, std::size_t size, const char *what) {
  std::vector<std::byte> bytes(size);
  MPIDBG_TRY(memory.read(address, bytes, what));
  return Fields(std::move(bytes), memory.byte_order());
}

// Returns the build-id in the notes of one segment; empty if they do not include it.
std::string build_id_in(const Fields &notes) {
  constexpr std::size_t header = 12;
  std::size_t at = 0;
  while (notes.size() - at >= header) {
    const std::uint64_t name_size = notes.at(at, 4);
    const std::uint64_t description_size = notes.at(at + 4, 4);
    const std::uint64_t type = notes.at(at + 8, 4);
    const std::uint64_t room = notes.size() - at - header;
    if (name_size > room || description_size > room) return {};
    const std::uint64_t name_end = (name_size + 3) & ~std::uint64_t{3};
    const std::uint64_t description_end = name_end + ((description_size + 3) & ~std::uint64_t{3});
    if (name_end + description_size > room) return {};
    const std::byte *name = notes.data() + at + header;
    if (type == NT_GNU_BUILD_ID && name_size == 4 &&
        std::equal(name, name + 4, reinterpret_cast<const std::byte *>("GNU"))) {
      std::string text;
      for (std::uint64_t i = 0; i < description_size; ++i) {
        static const char digits[] = "0123456789abcdef";
        const unsigned value = std::to_integer<unsigned>(name[name_end + i]);
        text += digits[value >> 4];
        text += digits[value & 15];
      }
      return text;
    }
    if (description_end > room) return {};
    at += header + description_end;
  }
  return {};
}

}  // namespace

Result<std::string> read_build_id(const Memory &memory, Address load_address) {
  MPIDBG_ASSIGN(segments, read_elf_segments(memory, load_address));
  for (const ElfSegment &segment : segments) {
    const std::uint64_t size = segment.range.end - segment.range.begin;
    if (segment.type != PT_NOTE || size > max_note_bytes) continue;
    auto notes = fetch(memory, segment.range.begin, size, "ELF notes");
    if (!notes) continue;
    std::string id = build_id_in(*notes);
    if (!id.empty()) return id;
  }
  return Error{ErrorCode::not_found, "no build-id in memory at " + hex(load_address), load_address};
}

}  // namespace mpidbg::debugger
