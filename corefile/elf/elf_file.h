#pragma once
// One ELF file on disk, executable or shared, of any machine that is read; its structs are handed out in the form of
// 64-bit ones in this machine's byte order (elf_format.h). Shared by all processes that map it, so that what one of
// them had to build (indexes, call frame information) serves the next. Not for use by several threads at a time.

#include <elf.h>
#include <libelf.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "corefile/base.h"
#include "corefile/elf/elf_format.h"
#include "corefile/elf/elf_identity.h"
#include "corefile/elf/function_names.h"
#include "corefile/elf/mapped_file.h"
#include "corefile/elf/symbol_table.h"

namespace corefile {

class ElfFile {
 public:
  // The same object for the same file until the file is replaced. Errors are sentences that name the path.
  static Result<std::shared_ptr<const ElfFile>> open(const std::string &path);
  // A file that is found only in a process's memory: the vdso.
  static Result<std::shared_ptr<const ElfFile>> from_bytes(const std::string &name, std::vector<std::byte> bytes);

  ~ElfFile();
  ElfFile(const ElfFile &) = delete;
  ElfFile &operator=(const ElfFile &) = delete;

  const std::string &path() const { return path_; }
  const ElfIdentity &identity() const { return identity_; }
  const std::string &build_id() const { return build_id_; }  // lower-case hexadecimal, empty if the file has none
  Bytes bytes() const { return bytes_; }
  Address entry() const { return Address(header_.e_entry); }
  const std::vector<Elf64_Phdr> &program_headers() const { return program_headers_; }
  // A program, position-independent or not, and no shared library, whatever the file is called.
  bool is_program() const;
  // DT_NEEDED: the names of the libraries that it is linked with. Valid while this object lives.
  std::vector<std::string_view> needed() const;

  // Addresses below are those in the file: the load bias is not added.
  std::uint64_t first_address() const { return first_address_; }  // start of the page of the first PT_LOAD
  std::uint64_t end_address() const { return end_address_; }

  const DynamicSymbols &dynamic_symbols() const { return dynamic_symbols_; }
  const StaticSymbols &static_symbols() const { return static_symbols_; }
  const Elf64_Sym *find_exported_symbol(const SymbolName &name, SymbolKind kind) const;  // .dynsym
  const Elf64_Sym *find_static_symbol(const SymbolName &name, SymbolKind kind) const;    // .symtab
  std::string_view function_at(std::uint64_t address) const { return functions_.name_at(address); }

  // The bytes that the file has for an address in a segment that the program cannot write to; the rest of that segment,
  // empty if there is none.
  Bytes constant_bytes_at(std::uint64_t address) const;

  // The file says that it has sections, and they cannot be read, as of one that is cut off: names of functions that are
  // not exported, and lines, are lost.
  bool lacks_sections() const { return header_.e_shoff != 0 && header_.e_shnum != 0 && section_headers_.empty(); }
  // Empty if there is no such section.
  Bytes section(std::string_view name) const;

  // Over the same bytes; null if libelf rejects them. Owned by this object.
  Elf *elf() const;

 private:
  ElfFile(std::string path, Bytes bytes);
  Status parse();
  void find_segments();
  void find_sections();
  void find_dynamic_symbols();
  Bytes bytes_at_address(std::uint64_t address) const;
  std::optional<std::uint64_t> dynamic_value(std::int64_t tag) const;  // of the first entry with that tag

  std::string path_;
  std::optional<MappedFile> mapping_;
  std::vector<std::byte> copy_;
  Bytes bytes_;
  ElfIdentity identity_;
  ElfFormat format_;
  Elf64_Ehdr header_{};
  std::vector<Elf64_Phdr> program_headers_;
  std::vector<Elf64_Dyn> dynamic_;  // of PT_DYNAMIC, without the end mark
  std::vector<Elf64_Shdr> section_headers_;
  Bytes section_names_;
  std::string build_id_;
  std::uint64_t first_address_ = 0;
  std::uint64_t end_address_ = 0;
  // What the tables below refer to where the file's own form cannot be used in place.
  std::vector<Elf64_Sym> converted_dynamic_, converted_static_;
  std::vector<std::uint32_t> converted_gnu_hash_, converted_sysv_hash_;
  DynamicSymbols dynamic_symbols_;
  StaticSymbols static_symbols_;
  FunctionNames functions_;
  mutable Elf *elf_ = nullptr;
};

}  // namespace corefile
