#pragma once
// Looks symbols up by name in one ELF file: in .dynsym through its hash table, and in .symtab if the file has one.

#include <elf.h>

#include <optional>
#include <span>
#include <string_view>
#include <unordered_map>

#include "corefile/base.h"
#include "corefile/elf/elf_format.h"
#include "corefile/elf/symbol_kind.h"

namespace corefile {

// A name with its hash, which is computed once for lookups in many files. The text must outlive this object.
class SymbolName {
 public:
  explicit SymbolName(std::string_view text);

  std::string_view text() const { return text_; }
  std::uint32_t gnu_hash() const { return gnu_hash_; }
  std::uint32_t sysv_hash() const;

 private:
  std::string_view text_;
  std::uint32_t gnu_hash_;
};

// Returns true if the symbol is defined with an address, and its type is that of `kind` or not specified. Thread-local
// symbols have no address.
bool defines(const Elf64_Sym &symbol, SymbolKind kind);

// The symbols that the dynamic linker sees. All members refer to the file's bytes.
class DynamicSymbols {
 public:
  std::span<const Elf64_Sym> symbols;
  Bytes strings;
  // The form of the file, which determines the word size in gnu_hash.
  ElfFormat format;
  // The GNU hash table (DT_GNU_HASH) with everything after it in its segment; empty if the file has no such table.
  std::span<const std::uint32_t> gnu_hash;
  // The System V hash table (DT_HASH) with everything after it in its segment; empty if the file has no such table.
  std::span<const std::uint32_t> sysv_hash;

  // Returns the symbol, or null if there is none. With a GNU hash table, most missing names are detected by reading a
  // single word of its Bloom filter.
  const Elf64_Sym *find(const SymbolName &name, SymbolKind kind) const;

 private:
  // Returns the symbol at an index if it has the name and the kind; null otherwise.
  const Elf64_Sym *matching(std::uint64_t index, const SymbolName &name, SymbolKind kind) const;
  const Elf64_Sym *find_by_gnu_hash(const SymbolName &name, SymbolKind kind) const;
  const Elf64_Sym *find_by_sysv_hash(const SymbolName &name, SymbolKind kind) const;
};

// Returns how many symbols a GNU hash table covers, which gives the end of .dynsym in a file without section headers.
std::uint64_t symbols_in_gnu_hash(std::span<const std::uint32_t> table, const ElfFormat &format = {});

// All symbols, including static ones; a stripped file has none. The first lookup builds an index.
class StaticSymbols {
 public:
  std::span<const Elf64_Sym> symbols;
  Bytes strings;

  // Returns the symbol, or null if there is none. Prefers a global definition to a local one.
  const Elf64_Sym *find(const SymbolName &name, SymbolKind kind) const;

 private:
  // Fills the index of all names.
  void build_index() const;

  // Maps the GNU hash of a name to an index in `symbols`.
  mutable std::unordered_multimap<std::uint32_t, std::uint32_t> by_hash_;
  mutable bool indexed_ = false;
};

}  // namespace corefile
