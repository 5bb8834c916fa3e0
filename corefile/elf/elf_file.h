#pragma once
// Reads one ELF file on disk, an executable or shared library of any supported machine. ELF structs are returned as
// 64-bit ones in this machine's byte order (elf_format.h). The object is shared by all inspected processes that map the
// file, so indexes and call frame information that are built for one process serve the other processes. Only one thread
// at a time may use it.

#include <elf.h>
#include <libelf.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "corefile/base.h"
#include "corefile/elf/elf_format.h"
#include "corefile/elf/function_names.h"
#include "corefile/elf/mapped_file.h"
#include "corefile/elf/symbol_table.h"
#include "mpidbg/base/elf_identity.h"

namespace corefile {

class ElfFile {
 public:
  // Opens a file. Returns the same object for the same file until the file is replaced. Errors are sentences that name
  // the path.
  static Result<std::shared_ptr<const ElfFile>> open(const std::string &path);
  // Makes an object from the bytes of a file that exists only in a process's memory: the vdso.
  static Result<std::shared_ptr<const ElfFile>> from_bytes(const std::string &name, std::vector<std::byte> bytes);

  ~ElfFile();
  ElfFile(const ElfFile &) = delete;
  ElfFile &operator=(const ElfFile &) = delete;

  const std::string &path() const { return path_; }
  const mpidbg::ElfIdentity &identity() const { return identity_; }
  // Returns the build-id in lower-case hexadecimal; empty if the file has none.
  const std::string &build_id() const { return build_id_; }
  // Returns all bytes of the file. They are valid while this object lives.
  Bytes bytes() const { return bytes_; }
  // Returns the address of the first instruction of a program, without the load bias.
  Address entry() const { return Address(header_.e_entry); }
  const std::vector<Elf64_Phdr> &program_headers() const { return program_headers_; }
  // Returns true for a program, position-independent or not, and false for a shared library, whatever the name of the
  // file.
  bool is_program() const;
  // Returns the names in DT_NEEDED: the libraries with which the file is linked. They are valid while this object
  // lives.
  std::vector<std::string_view> needed() const;

  // The following addresses are those in the file, without the load bias. first_address() is the start of the page that
  // contains the start of the first PT_LOAD.
  std::uint64_t first_address() const { return first_address_; }
  std::uint64_t end_address() const { return end_address_; }

  const DynamicSymbols &dynamic_symbols() const { return dynamic_symbols_; }
  const StaticSymbols &static_symbols() const { return static_symbols_; }
  // Searches .dynsym; returns null if the symbol is not there.
  const Elf64_Sym *find_exported_symbol(const SymbolName &name, SymbolKind kind) const;
  // Searches .symtab; returns null if the symbol is not there.
  const Elf64_Sym *find_static_symbol(const SymbolName &name, SymbolKind kind) const;
  // Returns the name of the function that covers an address; empty if there is none. See FunctionNames::name_at().
  std::string_view function_at(std::uint64_t address) const { return functions_.name_at(address); }

  // Returns the file's bytes from an address to the end of its segment, if the program cannot write to that segment;
  // empty otherwise.
  Bytes constant_bytes_at(std::uint64_t address) const;

  // Returns true if the ELF header announces sections that cannot be read, for example because the file is cut off.
  // Names of functions that are not exported, and source lines, are then missing.
  bool lacks_sections() const { return header_.e_shoff != 0 && header_.e_shnum != 0 && section_headers_.empty(); }
  // Returns the bytes of a section; empty if it does not exist.
  Bytes section(std::string_view name) const;

  // Returns a libelf object for the same bytes; null if libelf rejects them. The result belongs to this ElfFile.
  Elf *elf() const;

 private:
  ElfFile(std::string path, Bytes bytes);
  // Reads the file's headers and tables. Errors: corrupt for a file that is not a program or shared library;
  // not_supported for an unknown architecture.
  Status parse();
  // Reads the program headers, and sets the addresses and the build-id.
  void find_segments();
  // Reads the section headers, if all of them can be read, and finds the static symbols.
  void find_sections();
  // Finds the dynamic symbols and their hash tables.
  void find_dynamic_symbols();
  // Returns the file's bytes from an address to the end of its segment; empty if no segment contains it.
  Bytes bytes_at_address(std::uint64_t address) const;
  // Returns the value of the first entry of PT_DYNAMIC with that tag.
  std::optional<std::uint64_t> dynamic_value(std::int64_t tag) const;

  std::string path_;
  std::optional<MappedFile> mapping_;
  std::vector<std::byte> copy_;
  Bytes bytes_;
  mpidbg::ElfIdentity identity_;
  ElfFormat format_;
  Elf64_Ehdr header_{};
  std::vector<Elf64_Phdr> program_headers_;
  // The entries of PT_DYNAMIC without the end mark.
  std::vector<Elf64_Dyn> dynamic_;
  std::vector<Elf64_Shdr> section_headers_;
  Bytes section_names_;
  std::string build_id_;
  std::uint64_t first_address_ = 0;
  std::uint64_t end_address_ = 0;
  // Converted copies of the file's tables. They exist only if the file's word size or byte order differs from this
  // machine's; the members below then refer to them.
  std::vector<Elf64_Sym> converted_dynamic_, converted_static_;
  std::vector<std::uint32_t> converted_gnu_hash_, converted_sysv_hash_;
  DynamicSymbols dynamic_symbols_;
  StaticSymbols static_symbols_;
  FunctionNames functions_;
  mutable Elf *elf_ = nullptr;
};

}  // namespace corefile
