#pragma once
// Describes the class and byte order of an ELF file or process, and reads ELF structs of that form. The structs are
// returned as 64-bit structs in this machine's byte order, so that no other code needs to know other forms.

#include <elf.h>

#include <optional>
#include <span>
#include <vector>

#include "corefile/base.h"

namespace corefile {

class ElfFormat {
 public:
  // The default is 64-bit and little-endian.
  ElfFormat() = default;
  ElfFormat(unsigned elf_class, ByteOrder order) : is_wide_(elf_class == ELFCLASS64), order_(order) {}

  // The size of an address in bytes.
  unsigned word_size() const { return is_wide_ ? 8 : 4; }
  ByteOrder byte_order() const { return order_; }
  // Returns true if the structs in a file have this machine's form, so that they can be used in place.
  bool is_own() const { return is_wide_ && order_ == mpidbg::host_byte_order(); }
  bool operator==(const ElfFormat &) const = default;

  std::uint64_t header_size() const { return is_wide_ ? sizeof(Elf64_Ehdr) : sizeof(Elf32_Ehdr); }
  std::uint64_t program_header_size() const { return is_wide_ ? sizeof(Elf64_Phdr) : sizeof(Elf32_Phdr); }
  std::uint64_t section_header_size() const { return is_wide_ ? sizeof(Elf64_Shdr) : sizeof(Elf32_Shdr); }
  std::uint64_t dynamic_size() const { return is_wide_ ? sizeof(Elf64_Dyn) : sizeof(Elf32_Dyn); }
  std::uint64_t symbol_size() const { return is_wide_ ? sizeof(Elf64_Sym) : sizeof(Elf32_Sym); }
  std::uint64_t auxiliary_size() const { return is_wide_ ? sizeof(Elf64_auxv_t) : sizeof(Elf32_auxv_t); }

  // Each of these functions reads the struct at `offset`, and returns nullopt if any part of it is outside of `bytes`.
  // Signed fields of 32 bits are sign-extended.
  std::optional<Elf64_Ehdr> header(Bytes bytes) const;
  std::optional<Elf64_Phdr> program_header(Bytes bytes, std::uint64_t offset) const;
  std::optional<Elf64_Shdr> section_header(Bytes bytes, std::uint64_t offset) const;
  std::optional<Elf64_Dyn> dynamic(Bytes bytes, std::uint64_t offset) const;
  std::optional<Elf64_Sym> symbol(Bytes bytes, std::uint64_t offset) const;
  std::optional<Elf64_auxv_t> auxiliary(Bytes bytes, std::uint64_t offset) const;
  // Reads the header of a note, which has the same size in both classes.
  std::optional<Elf64_Nhdr> note_header(Bytes bytes, std::uint64_t offset) const;
  // Read an unsigned number at `offset`: word() one of the size of an address, number() one of `size` bytes.
  std::optional<std::uint64_t> word(Bytes bytes, std::uint64_t offset) const {
    return number(bytes, offset, word_size());
  }
  std::optional<std::uint64_t> number(Bytes bytes, std::uint64_t offset, unsigned size) const;

  // Returns an array of symbols, in place if is_own(), otherwise converted into `kept`, which must outlive the result.
  // It is empty if any part is outside of `bytes`.
  std::span<const Elf64_Sym> symbols(Bytes bytes, std::uint64_t offset, std::uint64_t count,
                                     std::vector<Elf64_Sym> &kept) const;
  // Returns all 32-bit numbers in `bytes`, in place if is_own(), otherwise converted into `kept`, which must outlive
  // the result.
  std::span<const std::uint32_t> numbers(Bytes bytes, std::vector<std::uint32_t> &kept) const;

 private:
  bool is_wide_ = true;
  ByteOrder order_ = ByteOrder::little;
};

}  // namespace corefile
