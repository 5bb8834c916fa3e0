#pragma once
// Look-up by name in one ELF file: .dynsym through its hash table, and .symtab where the file has one.

#include <elf.h>

#include <optional>
#include <span>
#include <string_view>
#include <unordered_map>

#include "corefile/base.h"
#include "corefile/elf/elf_format.h"
#include "corefile/elf/symbol_kind.h"

namespace corefile {

// A name with its hash, made once and looked up in many files.
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

// Whether the symbol is a definition with an address that can serve as `kind`. Thread-local symbols have no address.
bool defines(const Elf64_Sym &symbol, SymbolKind kind);

// The symbols that the dynamic linker sees.
class DynamicSymbols {
 public:
  std::span<const Elf64_Sym> symbols;
  Bytes strings;
  ElfFormat format;                          // of the words in gnu_hash
  std::span<const std::uint32_t> gnu_hash;   // from DT_GNU_HASH to the end of its segment; empty if absent
  std::span<const std::uint32_t> sysv_hash;  // likewise

  // A miss costs one word of the bloom filter where there is a GNU hash table.
  const Elf64_Sym *find(const SymbolName &name, SymbolKind kind) const;

 private:
  const Elf64_Sym *matching(std::uint64_t index, const SymbolName &name, SymbolKind kind) const;
  const Elf64_Sym *find_by_gnu_hash(const SymbolName &name, SymbolKind kind) const;
  const Elf64_Sym *find_by_sysv_hash(const SymbolName &name, SymbolKind kind) const;
};

// How many symbols a GNU hash table covers: the way to the end of .dynsym in a file without section headers.
std::uint64_t symbols_in_gnu_hash(std::span<const std::uint32_t> table, const ElfFormat &format = {});

// All symbols, static ones included; not in a stripped file. The index over them is built by the first look-up.
class StaticSymbols {
 public:
  std::span<const Elf64_Sym> symbols;
  Bytes strings;

  // A global definition rather than a local one.
  const Elf64_Sym *find(const SymbolName &name, SymbolKind kind) const;

 private:
  void build_index() const;

  mutable std::unordered_multimap<std::uint32_t, std::uint32_t> by_hash_;  // GNU hash of the name -> index in symbols
  mutable bool indexed_ = false;
};

}  // namespace corefile
