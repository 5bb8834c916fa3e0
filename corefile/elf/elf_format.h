#pragma once
// The class and the byte order of an ELF file or a process: reads its structs, and hands them out as the 64-bit ones in
// this machine's byte order. The only place that knows the other forms.

#include <elf.h>

#include <optional>
#include <span>
#include <vector>

#include "corefile/base.h"

namespace corefile {

class ElfFormat {
 public:
  ElfFormat() = default;  // 64-bit, little-endian
  ElfFormat(unsigned elf_class, ByteOrder order) : is_wide_(elf_class == ELFCLASS64), order_(order) {}

  unsigned word_size() const { return is_wide_ ? 8 : 4; }  // bytes of an address
  ByteOrder byte_order() const { return order_; }
  // The structs in a file are those of this machine, and can be used where they are.
  bool is_own() const { return is_wide_ && order_ == mpidbg::host_byte_order(); }
  bool operator==(const ElfFormat &) const = default;

  std::uint64_t header_size() const { return is_wide_ ? sizeof(Elf64_Ehdr) : sizeof(Elf32_Ehdr); }
  std::uint64_t program_header_size() const { return is_wide_ ? sizeof(Elf64_Phdr) : sizeof(Elf32_Phdr); }
  std::uint64_t section_header_size() const { return is_wide_ ? sizeof(Elf64_Shdr) : sizeof(Elf32_Shdr); }
  std::uint64_t dynamic_size() const { return is_wide_ ? sizeof(Elf64_Dyn) : sizeof(Elf32_Dyn); }
  std::uint64_t symbol_size() const { return is_wide_ ? sizeof(Elf64_Sym) : sizeof(Elf32_Sym); }
  std::uint64_t auxiliary_size() const { return is_wide_ ? sizeof(Elf64_auxv_t) : sizeof(Elf32_auxv_t); }

  // Nothing if any of it is outside of `bytes`. Signed fields of 32 bits are extended as such.
  std::optional<Elf64_Ehdr> header(Bytes bytes) const;
  std::optional<Elf64_Phdr> program_header(Bytes bytes, std::uint64_t offset) const;
  std::optional<Elf64_Shdr> section_header(Bytes bytes, std::uint64_t offset) const;
  std::optional<Elf64_Dyn> dynamic(Bytes bytes, std::uint64_t offset) const;
  std::optional<Elf64_Sym> symbol(Bytes bytes, std::uint64_t offset) const;
  std::optional<Elf64_auxv_t> auxiliary(Bytes bytes, std::uint64_t offset) const;
  std::optional<Elf64_Nhdr> note_header(Bytes bytes, std::uint64_t offset) const;  // the same in both classes
  // A word of the class, and numbers of a fixed size.
  std::optional<std::uint64_t> word(Bytes bytes, std::uint64_t offset) const {
    return number(bytes, offset, word_size());
  }
  std::optional<std::uint64_t> number(Bytes bytes, std::uint64_t offset, unsigned size) const;

  // Arrays of a file, in place where is_own(), else converted into `kept`, which has to live as long as the result.
  // Empty if any of it is outside.
  std::span<const Elf64_Sym> symbols(Bytes bytes, std::uint64_t offset, std::uint64_t count,
                                     std::vector<Elf64_Sym> &kept) const;
  std::span<const std::uint32_t> numbers(Bytes bytes, std::vector<std::uint32_t> &kept) const;  // as many as fit

 private:
  bool is_wide_ = true;
  ByteOrder order_ = ByteOrder::little;
};

}  // namespace corefile
