#include "mqs_shim/plugin/elf_exports.h"

#include <link.h>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <iterator>
#include <set>

namespace mqs_shim {
namespace {

using mpidbg::Error;
using mpidbg::ErrorCode;

using Header = ElfW(Ehdr);
using Section = ElfW(Shdr);
using Symbol = ElfW(Sym);
using Dynamic = ElfW(Dyn);

// Copies one T, or nothing beyond the end of the file.
template <class T>
bool copy(const std::string &file, std::uint64_t offset, T &to) {
  if (offset > file.size() || file.size() - offset < sizeof to) return false;
  std::memcpy(&to, file.data() + offset, sizeof to);
  return true;
}

std::string text_at(const std::string &file, const Section &strings, std::uint64_t index) {
  if (index >= strings.sh_size || strings.sh_offset > file.size() ||
      file.size() - strings.sh_offset < strings.sh_size) {
    return {};
  }
  const char *text = file.data() + strings.sh_offset + index;
  return std::string(text, strnlen(text, strings.sh_size - index));
}

bool is_linkers_own(const std::string &name) {
  static const std::set<std::string> names = {"_init", "_fini", "_edata", "_end", "__bss_start"};
  return names.count(name) != 0;
}

bool is_exported(const Symbol &symbol) {
  const unsigned binding = symbol.st_info >> 4;
  const unsigned visibility = symbol.st_other & 3;
  return symbol.st_shndx != SHN_UNDEF && symbol.st_shndx != SHN_ABS && (binding == STB_GLOBAL || binding == STB_WEAK) &&
         (visibility == STV_DEFAULT || visibility == STV_PROTECTED);
}

}  // namespace

mpidbg::Result<ElfExports> read_elf_exports(const std::string &path) {
  std::ifstream stream(path, std::ios::binary);
  if (!stream) return Error{ErrorCode::system, path + " cannot be opened", {}};
  const std::string file{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
  Header header{};
  if (!copy(file, 0, header) || std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0) {
    return Error{ErrorCode::corrupt, path + " is no ELF file", {}};
  }
  if (header.e_ident[EI_CLASS] != (sizeof(void *) == 8 ? ELFCLASS64 : ELFCLASS32)) {
    return Error{ErrorCode::not_supported, path + " has another word size", {}};
  }
  std::vector<Section> sections(header.e_shnum);
  for (std::size_t i = 0; i < sections.size(); ++i) {
    if (!copy(file, header.e_shoff + i * sizeof(Section), sections[i])) {
      return Error{ErrorCode::corrupt, path + " ends inside its section headers", {}};
    }
  }
  ElfExports result;
  for (const Section &section : sections) {
    if (section.sh_link >= sections.size()) continue;
    const Section &strings = sections[section.sh_link];
    if (section.sh_type == SHT_DYNSYM) {
      Symbol symbol{};
      for (std::uint64_t at = 0; at + sizeof symbol <= section.sh_size; at += sizeof symbol) {
        if (!copy(file, section.sh_offset + at, symbol)) break;
        std::string name = text_at(file, strings, symbol.st_name);
        if (is_exported(symbol) && !name.empty() && !is_linkers_own(name)) result.symbols.push_back(std::move(name));
      }
    } else if (section.sh_type == SHT_DYNAMIC) {
      Dynamic entry{};
      for (std::uint64_t at = 0; at + sizeof entry <= section.sh_size; at += sizeof entry) {
        if (!copy(file, section.sh_offset + at, entry) || entry.d_tag == DT_NULL) break;
        if (entry.d_tag == DT_NEEDED) result.needed.push_back(text_at(file, strings, entry.d_un.d_val));
      }
    }
  }
  std::sort(result.symbols.begin(), result.symbols.end());
  return result;
}

}  // namespace mqs_shim
