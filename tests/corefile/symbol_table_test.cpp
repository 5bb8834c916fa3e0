// Look-up by name in the libraries of this very process: what dlsym() finds is what the tables say.

#include "corefile/elf/symbol_table.h"

#include <dlfcn.h>
#include <doctest/doctest.h>
#include <unistd.h>

#include "corefile/elf/elf_file.h"
#include "corefile/elf/function_names.h"
#include "corefile/process/process.h"
#include "tests/corefile/target_process.h"

using namespace corefile;
using namespace corefile_test;

namespace {

std::shared_ptr<const ElfFile> target_library() {
  auto file = ElfFile::open(TargetProcess::library());
  REQUIRE_MESSAGE(file, file.error().message);
  return *file;
}

// The exported symbols of a file without the hash tables: found one by one.
const Elf64_Sym *by_name(std::span<const Elf64_Sym> symbols, Bytes strings, std::string_view name) {
  for (const Elf64_Sym &symbol : symbols) {
    if (string_at(strings, symbol.st_name) == name) return &symbol;
  }
  return nullptr;
}

struct Tables {
  std::span<const Elf64_Sym> symbols;
  Bytes strings;
  std::span<const std::uint32_t> gnu_hash;
};

Tables tables_of(const ElfFile &file) {
  const Bytes symbols = file.section(".dynsym"), hash = file.section(".gnu.hash");
  return {array_at<Elf64_Sym>(symbols, 0, symbols.size() / sizeof(Elf64_Sym)), file.section(".dynstr"),
          array_at<std::uint32_t>(hash, 0, hash.size() / 4)};
}

}  // namespace

TEST_CASE("each exported symbol is found through the hash table, and no other") {
  const auto file = target_library();
  const Tables tables = tables_of(*file);
  REQUIRE(tables.symbols.size() > 5);
  int found = 0;
  for (const Elf64_Sym &symbol : tables.symbols) {
    const std::string_view name = string_at(tables.strings, symbol.st_name);
    for (const SymbolKind kind : {SymbolKind::data, SymbolKind::function}) {
      if (name.empty()) continue;
      const Elf64_Sym *const answer = file->find_exported_symbol(SymbolName(name), kind);
      CHECK((answer != nullptr) == defines(symbol, kind));
      if (answer != nullptr) CHECK(answer->st_value == symbol.st_value);
      found += answer != nullptr;
    }
  }
  CHECK(found >= 6);
  for (int i = 0; i < 1000; ++i) {
    CHECK(file->find_exported_symbol(SymbolName("absent" + std::to_string(i)), SymbolKind::data) == nullptr);
  }
}

TEST_CASE("hashes of the System V ABI") {
  CHECK(SymbolName("").sysv_hash() == 0);
  CHECK(SymbolName("exit").sysv_hash() == 0x0006cf04);
  CHECK(SymbolName("printf").sysv_hash() == 0x077905a6);
}

TEST_CASE("the three ways of looking up agree") {
  const auto file = target_library();
  const Tables tables = tables_of(*file);
  DynamicSymbols linear;
  linear.symbols = tables.symbols;
  linear.strings = tables.strings;
  // A SysV table of one bucket that chains all symbols.
  std::vector<std::uint32_t> words = {1, static_cast<std::uint32_t>(tables.symbols.size()), 1, 0};
  for (std::uint32_t i = 1; i < tables.symbols.size(); ++i) {
    words.push_back(i + 1 < tables.symbols.size() ? i + 1 : 0);
  }
  DynamicSymbols sysv = linear;
  sysv.sysv_hash = words;
  DynamicSymbols gnu = linear;
  gnu.gnu_hash = tables.gnu_hash;
  for (const char *name : {"library_number", "shared_name", "thread_number", "absent"}) {
    CAPTURE(name);
    const Elf64_Sym *const expected = linear.find(SymbolName(name), SymbolKind::data);
    CHECK(sysv.find(SymbolName(name), SymbolKind::data) == expected);
    CHECK(gnu.find(SymbolName(name), SymbolKind::data) == expected);
  }
  CHECK(linear.find(SymbolName("library_number"), SymbolKind::data) != nullptr);
  CHECK(symbols_in_gnu_hash(tables.gnu_hash) == tables.symbols.size());
}

TEST_CASE("hash tables that lie end the search") {
  const auto file = target_library();
  const Tables tables = tables_of(*file);
  DynamicSymbols table;
  table.symbols = tables.symbols;
  table.strings = tables.strings;
  const SymbolName name("library_number");
  SUBCASE("a chain in a circle") {
    std::vector<std::uint32_t> words = {1, 3, 1, 0, 2, 1};
    table.sysv_hash = words;
    table.symbols = table.symbols.first(3);
    CHECK(table.find(SymbolName("absent"), SymbolKind::data) == nullptr);
  }
  SUBCASE("counts of 2^31") {
    const std::vector<std::uint32_t> words = {0x80000000u, 0x80000000u, 1, 0};
    table.sysv_hash = words;
    CHECK(table.find(name, SymbolKind::data) == nullptr);
    table.sysv_hash = {};
    const std::vector<std::uint32_t> gnu = {0x80000000u, 1, 0x80000000u, 6, 0, 0, 0, 0};
    table.gnu_hash = gnu;
    CHECK(table.find(name, SymbolKind::data) == nullptr);
    CHECK(symbols_in_gnu_hash(gnu) == 0);
  }
  SUBCASE("no buckets and a shift beyond the width") {
    const std::vector<std::uint32_t> words = {0, 0, 0, 99, 0, 0};
    table.gnu_hash = words;
    CHECK(table.find(name, SymbolKind::data) == nullptr);
  }
  SUBCASE("a chain without an end") {
    std::vector<std::uint32_t> words = {1, 1, 1, 6, ~0u, ~0u, 1};
    words.resize(64, 2);
    table.gnu_hash = words;
    CHECK(table.find(SymbolName("absent"), SymbolKind::data) == nullptr);
  }
}

TEST_CASE("the C library's functions have the addresses that dlsym() gives") {
  const auto process = open_live_process(::getpid(), {});
  REQUIRE_MESSAGE(process, process.error().message);
  for (const char *name : {"malloc", "getenv", "pthread_mutex_lock", "qsort"}) {
    CAPTURE(name);
    const auto address = (*process)->find_symbol(name, SymbolKind::function);
    REQUIRE(address);
    // An indirect function's symbol is its resolver; these are none. Sanitizers put their own malloc in front.
    CHECK(reinterpret_cast<void *>(address->value()) == ::dlsym(RTLD_DEFAULT, name));
  }
}

TEST_CASE("scanning and searching name the same function for every address") {
  const auto file = target_library();
  const Tables tables = tables_of(*file);
  const Elf64_Sym *const send = by_name(tables.symbols, tables.strings, "MPI_Send");
  REQUIRE(send != nullptr);
  const FunctionNames searched(tables.symbols, tables.strings);
  for (std::uint64_t i = 0; i < 100; ++i) searched.name_at(i);  // enough to make it sort
  for (std::uint64_t at = send->st_value - 200; at < send->st_value + 200; ++at) {
    const FunctionNames fresh(tables.symbols, tables.strings);
    CHECK(fresh.name_at(at) == searched.name_at(at));
  }
  CHECK(searched.name_at(send->st_value) == "MPI_Send");
  CHECK(searched.name_at(send->st_value + send->st_size - 1) == "MPI_Send");
  CHECK(searched.name_at(send->st_value + send->st_size) != "MPI_Send");
}

TEST_CASE("of the names of an address the innermost, smallest and most public function's is taken") {
  using namespace std::string_literals;
  const std::string names = "\0outer\0inner\0weak\0global\0local\0other\0part\0"s;
  const auto named = [&](const char *name, std::uint64_t value, std::uint64_t size, unsigned binding = STB_GLOBAL,
                         unsigned type = STT_FUNC, unsigned section = 1) {
    Elf64_Sym symbol{};
    symbol.st_name = static_cast<Elf64_Word>(names.find(std::string(1, '\0') + name) + 1);
    symbol.st_info = static_cast<unsigned char>(ELF64_ST_INFO(binding, type));
    symbol.st_shndx = static_cast<Elf64_Section>(section);
    symbol.st_value = value, symbol.st_size = size;
    return symbol;
  };
  const std::vector<Elf64_Sym> symbols = {named("outer", 0x100, 0x100),
                                          named("inner", 0x140, 0x10, STB_LOCAL),
                                          named("local", 0x300, 0x10, STB_LOCAL),
                                          named("global", 0x300, 0x10),
                                          named("weak", 0x300, 0x10, STB_WEAK),
                                          named("part", 0x300, 0x8, STB_LOCAL),
                                          named("weak", 0x400, 0x10, STB_WEAK, STT_NOTYPE),
                                          named("local", 0x400, 0x10, STB_LOCAL, STT_GNU_IFUNC),
                                          named("other", 0x500, 0x10, STB_GLOBAL, STT_OBJECT),
                                          named("other", 0x510, 0x10, STB_GLOBAL, STT_FUNC, SHN_UNDEF),
                                          named("other", 0x520, 0x10, STB_GLOBAL, STT_FUNC, SHN_ABS),
                                          named("other", 0x530, 0)};
  const FunctionNames functions(symbols, std::as_bytes(std::span(names)));
  const std::pair<std::uint64_t, const char *> expected[] = {
      {0xff, ""},       {0x100, "outer"}, {0x13f, "outer"}, {0x140, "inner"}, {0x14f, "inner"},  {0x150, "outer"},
      {0x1ff, "outer"}, {0x200, ""},      {0x300, "part"},  {0x307, "part"},  {0x308, "global"}, {0x30f, "global"},
      {0x310, ""},      {0x400, "weak"},  {0x505, ""},      {0x515, ""},      {0x525, ""},       {0x530, ""}};
  for (const bool sorts : {false, true}) {
    for (const auto &[at, name] : expected) {
      const std::uint64_t address = at;
      const FunctionNames fresh(symbols, std::as_bytes(std::span(names)));
      for (std::uint64_t i = 0; sorts && i < 16; ++i) CHECK(fresh.name_at(i).empty());
      CAPTURE(address);
      CHECK(fresh.name_at(address) == name);
      CHECK(fresh.name_at(address) == name);  // remembered
    }
  }
  CHECK(FunctionNames().name_at(0x100).empty());
}
