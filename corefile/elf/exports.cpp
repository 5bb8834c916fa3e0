#include "corefile/elf/exports.h"

#include <algorithm>

#include "corefile/elf/elf_file.h"

namespace corefile {

namespace {

// The limit for the total length of all names. In a damaged table many symbols may share one long name.
constexpr std::size_t most_name_bytes = std::size_t{64} << 20;

bool is_linkers_own(std::string_view name) {
  constexpr std::string_view names[] = {"_init", "_fini", "_edata", "_end", "__bss_start"};
  return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

bool is_exported(const Elf64_Sym &symbol) {
  const unsigned binding = ELF64_ST_BIND(symbol.st_info);
  const unsigned visibility = ELF64_ST_VISIBILITY(symbol.st_other);
  return symbol.st_shndx != SHN_UNDEF && symbol.st_shndx != SHN_ABS && (binding == STB_GLOBAL || binding == STB_WEAK) &&
         (visibility == STV_DEFAULT || visibility == STV_PROTECTED);
}

}  // namespace

Result<LibraryExports> read_exports(const std::string &path) {
  MPIDBG_ASSIGN(file, ElfFile::open(path));
  return read_exports(*file);
}

Result<LibraryExports> read_exports(const ElfFile &file) {
  LibraryExports result;
  const DynamicSymbols &table = file.dynamic_symbols();
  std::size_t name_bytes = 0;
  for (const Elf64_Sym &symbol : table.symbols) {
    if (!is_exported(symbol)) continue;
    const std::string_view name = string_at(table.strings, symbol.st_name);
    if (name.empty() || is_linkers_own(name)) continue;
    name_bytes += name.size();
    if (name_bytes > most_name_bytes) {
      return Error{ErrorCode::corrupt, "the names of the symbols of " + file.path() + " together exceed the limit of " +
                                           std::to_string(most_name_bytes) + " bytes"};
    }
    result.symbols.emplace_back(name);
  }
  std::sort(result.symbols.begin(), result.symbols.end());
  for (const std::string_view name : file.needed()) result.needed.emplace_back(name);
  return result;
}

}  // namespace corefile
