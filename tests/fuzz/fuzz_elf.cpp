// Executables and libraries, as they are read of a process's modules: headers, notes, symbols, exports, DWARF types.

#include "corefile/dwarf/type_index.h"
#include "corefile/elf/elf_file.h"
#include "corefile/elf/exports.h"
#include "tests/fuzz/edited_file.h"
#include "tests/fuzz/fuzz_target.h"

namespace {

void read(const corefile::ElfFile &file) {
  for (const char *text : {"main", "exported_function", "exported_data", "nowhere"}) {
    const corefile::SymbolName name(text);
    for (const auto kind : {corefile::SymbolKind::data, corefile::SymbolKind::function}) {
      file.find_exported_symbol(name, kind);
      file.find_static_symbol(name, kind);
    }
  }
  for (std::uint64_t address = file.first_address(), i = 0; i < 64; ++i, address += 64) {
    file.function_at(address);
    file.constant_bytes_at(address);
  }
  file.needed();
  file.is_program();
  file.section(".dynsym");
  file.elf();
  if (const auto exports = corefile::read_exports(file); !exports && exports.error().message.empty())
    fuzz::fail("an error without a sentence", file.path());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  static fuzz::EditedFile good(FUZZ_FILES "/library.zst");
  good.edit({data, size});
  const std::string &path = good.path();
  // Of bytes, not of the path: files that were opened by path are kept until the process ends.
  const std::span<const std::byte> content = good.content();
  const auto file = corefile::ElfFile::from_bytes(path, {content.begin(), content.end()});
  if (!file && file.error().message.empty()) fuzz::fail("an error without a sentence", path);
  if (file) read(**file);
  if (const auto types = corefile::TypeIndex::open(path)) {
    for (const char *name : {"node", "node_t", "inner", "nowhere"}) (*types)->find(name);
  }
  return 0;
}
