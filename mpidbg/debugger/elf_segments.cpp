#include "mpidbg/debugger/elf_segments.h"

#include <elf.h>

#include <algorithm>
#include <array>
#include <span>

#include "mpidbg/base/byte_order.h"
#include "mpidbg/base/hexadecimal.h"

namespace mpidbg::debugger {

namespace {

constexpr std::uint64_t max_program_headers = 64;

// Holds the offsets and sizes of header fields, which differ between 32-bit and 64-bit ELF files.
struct ElfShape {
  std::size_t header_size, phoff, phentsize, phnum;
  std::size_t ph_flags, ph_vaddr, ph_filesz, ph_end, word;
};
constexpr ElfShape elf64{64, 32, 54, 56, 4, 16, 32, 56, 8};
constexpr ElfShape elf32{52, 28, 42, 44, 24, 8, 16, 32, 4};

}  // namespace

Result<std::vector<ElfSegment>> read_elf_segments(const Memory &memory, Address load_address) {
  const Error none{ErrorCode::not_found, "no ELF header in memory at " + hex(load_address), load_address};
  std::array<std::byte, EI_NIDENT> ident;
  MPIDBG_TRY(memory.read(load_address, ident, "ELF header"));
  if (!std::equal(ident.begin(), ident.begin() + SELFMAG, reinterpret_cast<const std::byte *>(ELFMAG))) return none;
  const bool wide = std::to_integer<int>(ident[EI_CLASS]) == ELFCLASS64;
  const ElfShape &shape = wide ? elf64 : elf32;

  const auto number = [&](std::span<const std::byte> bytes, std::size_t offset, std::size_t width) {
    return decode_unsigned(bytes.subspan(offset, width), memory.byte_order());
  };
  std::vector<std::byte> header(shape.header_size);
  MPIDBG_TRY(memory.read(load_address, header, "ELF header"));
  const std::uint64_t table = number(header, shape.phoff, shape.word);
  const std::uint64_t entry_size = number(header, shape.phentsize, 2);
  const std::uint64_t count = number(header, shape.phnum, 2);
  if (count > max_program_headers || entry_size < shape.ph_end || entry_size > 256) return none;
  std::vector<std::byte> headers(entry_size * count);
  MPIDBG_TRY(memory.read(load_address + table, headers, "ELF program headers"));

  std::vector<ElfSegment> segments;
  for (std::uint64_t i = 0; i < count; ++i) {
    const auto entry = std::span(headers).subspan(i * entry_size, entry_size);
    const Address begin = load_address + number(entry, shape.ph_vaddr, shape.word);
    segments.push_back({static_cast<std::uint32_t>(number(entry, 0, 4)),
                        (number(entry, shape.ph_flags, 4) & PF_X) != 0,
                        {begin, begin + number(entry, shape.ph_filesz, shape.word)}});
  }
  return segments;
}

}  // namespace mpidbg::debugger
