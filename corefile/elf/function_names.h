#pragma once
// Finds the function that covers an address of one ELF file.

#include <elf.h>

#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "corefile/base.h"

namespace corefile {

class FunctionNames {
 public:
  FunctionNames() = default;
  // `symbols` is a symbol table and `strings` its string table. Both must outlive this object.
  FunctionNames(std::span<const Elf64_Sym> symbols, Bytes strings) : symbols_(symbols), strings_(strings) {}

  // Returns the name of the function that covers the address; empty if no symbol covers it. If a function has several
  // names, a global one is preferred to a weak or local one. The first few lookups scan the table, which costs less
  // than sorting it; later ones search a sorted copy.
  std::string_view name_at(std::uint64_t address) const;

 private:
  // Searches all symbols one by one. Returns null if none covers the address.
  const Elf64_Sym *scan(std::uint64_t address) const;
  // Searches the sorted copy, which is made by the first call. Returns null if no symbol covers the address.
  const Elf64_Sym *search(std::uint64_t address) const;
  // Fills the sorted copy with the functions among the symbols.
  void sort() const;

  std::span<const Elf64_Sym> symbols_;
  Bytes strings_;
  mutable std::unordered_map<std::uint64_t, const Elf64_Sym *> known_;
  mutable std::vector<const Elf64_Sym *> sorted_;
  mutable unsigned scans_ = 0;
};

}  // namespace corefile
