#include "corefile/elf/elf_file.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "corefile/elf/exports.h"
#include "mpidbg/base/elf_identity.h"
#include "tests/corefile/target_process.h"

using namespace corefile;
using namespace corefile_test;

namespace {

std::shared_ptr<const ElfFile> open(const std::string &path) {
  auto file = ElfFile::open(path);
  REQUIRE_MESSAGE(file, file.error().message);
  return *file;
}

bool contains(const std::vector<std::string> &names, const std::string &name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

TEST_CASE("a program is known by what it is, not by its name") {
  const ScratchDirectory scratch;
  CHECK(open(TargetProcess::dynamic_program())->is_program());
  CHECK(open(TargetProcess::static_program())->is_program());
  CHECK_FALSE(open(TargetProcess::library())->is_program());
  CHECK_FALSE(open("/lib/x86_64-linux-gnu/libc.so.6")->is_program());  // which can be run, too

  const std::string program = scratch / "program.so", library = scratch / "library";
  REQUIRE(run("cp '" + TargetProcess::dynamic_program() + "' '" + program + "'"));
  REQUIRE(run("cp '" + TargetProcess::library() + "' '" + library + "'"));
  CHECK(open(program)->is_program());
  CHECK_FALSE(open(library)->is_program());
}

TEST_CASE("what a program is linked with") {
  const auto needed = open(TargetProcess::dynamic_program())->needed();
  CHECK(std::find(needed.begin(), needed.end(), "libmpi_of_test.so") != needed.end());
  CHECK(open(TargetProcess::static_program())->needed().empty());
}

TEST_CASE("what a library exports: its own definitions that others can see") {
  const auto exports = read_exports(TargetProcess::library());
  REQUIRE_MESSAGE(exports, exports.error().message);
  CHECK(contains(exports->symbols, "PMPI_Recv"));
  CHECK(contains(exports->symbols, "MPI_Recv"));  // weak
  CHECK(std::is_sorted(exports->symbols.begin(), exports->symbols.end()));
  for (const char *name : {"", "_init", "_fini", "_end"}) CHECK_FALSE(contains(exports->symbols, name));
  CHECK(contains(exports->needed, "libc.so.6"));
}

TEST_CASE("a symbol that others cannot see is not exported") {
  const ScratchDirectory scratch;
  const std::string changed = scratch / "hidden.so";
  const auto original = open(TargetProcess::library());
  const Elf64_Sym *const symbol = original->find_exported_symbol(SymbolName("PMPI_Recv"), SymbolKind::function);
  REQUIRE(symbol != nullptr);
  const auto offset = reinterpret_cast<const std::byte *>(&symbol->st_other) - original->bytes().data();
  REQUIRE(run("cp '" + TargetProcess::library() + "' '" + changed + "'"));
  std::fstream file(changed, std::ios::in | std::ios::out | std::ios::binary);
  file.seekp(offset);
  SUBCASE("hidden") {
    file.put(STV_HIDDEN);
  }
  SUBCASE("internal") {
    file.put(STV_INTERNAL);
  }
  file.close();
  const auto exports = read_exports(changed);
  REQUIRE(exports);
  CHECK_FALSE(contains(exports->symbols, "PMPI_Recv"));
  CHECK(contains(exports->symbols, "MPI_Recv"));
}

TEST_CASE("symbols that share long names are refused before their names fill the memory") {
  // 24 bytes of the file each, and 10,000 of memory.
  const ScratchDirectory scratch;
  constexpr std::size_t count = 8000, name_size = 10000;
  const std::string strings =
      '\0' + std::string(name_size, 'x') + '\0' + std::string(2 * mpidbg::longest_text, 'y') + '\0';
  Elf64_Sym symbol{};
  symbol.st_name = 1;
  symbol.st_info = ELF64_ST_INFO(STB_GLOBAL, STT_FUNC);
  symbol.st_shndx = 1;
  std::vector<Elf64_Sym> symbols(count, symbol);
  const auto write = [&](const std::string &path) {
    struct {
      Elf64_Ehdr header{};
      Elf64_Phdr segments[2]{};
      Elf64_Dyn dynamic[5]{};
      std::uint32_t hash[2]{};
    } file;
    const std::uint64_t symbols_at = sizeof file, strings_at = symbols_at + symbols.size() * sizeof symbol;
    std::memcpy(file.header.e_ident, ELFMAG, SELFMAG);
    file.header.e_ident[EI_CLASS] = ELFCLASS64;
    file.header.e_ident[EI_DATA] = ELFDATA2LSB;
    file.header.e_type = ET_DYN;
    file.header.e_machine = EM_X86_64;
    file.header.e_phoff = sizeof file.header;
    file.header.e_phnum = 2;
    file.segments[0].p_type = PT_LOAD;
    file.segments[0].p_filesz = file.segments[0].p_memsz = strings_at + strings.size();
    file.segments[1].p_type = PT_DYNAMIC;
    file.segments[1].p_offset = sizeof file.header + sizeof file.segments;
    file.segments[1].p_filesz = sizeof file.dynamic;
    file.hash[1] = static_cast<std::uint32_t>(symbols.size());
    const std::uint64_t values[][2] = {{DT_SYMTAB, symbols_at},
                                       {DT_STRTAB, strings_at},
                                       {DT_STRSZ, strings.size()},
                                       {DT_HASH, symbols_at - sizeof file.hash}};
    for (std::size_t i = 0; i < 4; ++i) {
      file.dynamic[i].d_tag = static_cast<Elf64_Sxword>(values[i][0]);
      file.dynamic[i].d_un.d_val = values[i][1];
    }
    std::ofstream out(path, std::ios::binary);
    out.write(reinterpret_cast<const char *>(&file), sizeof file);
    out.write(reinterpret_cast<const char *>(symbols.data()), static_cast<std::streamsize>(count * sizeof symbol));
    out << strings;
  };
  write(scratch / "shared.so");
  const auto exports = read_exports(scratch / "shared.so");
  REQUIRE_FALSE(exports);
  CHECK(exports.error().message.find("exceed the limit of 67108864 bytes") != std::string::npos);
  for (Elf64_Sym &other : symbols) other.st_name = name_size + 2;
  symbols.front().st_name = 1;
  write(scratch / "endless.so");
  const auto cut = read_exports(scratch / "endless.so");
  REQUIRE_MESSAGE(cut, cut.error().message);
  CHECK(cut->symbols == std::vector<std::string>{std::string(name_size, 'x')});
}

TEST_CASE("a symbol table that names a table of texts that is not there is left out") {
  const ScratchDirectory scratch;
  const auto original = open(TargetProcess::static_program());
  REQUIRE_FALSE(original->static_symbols().symbols.empty());
  const std::byte *const bytes = original->bytes().data();
  const auto *const header = reinterpret_cast<const Elf64_Ehdr *>(bytes);
  const auto *const sections = reinterpret_cast<const Elf64_Shdr *>(bytes + header->e_shoff);
  const auto *const table = std::find_if(sections, sections + header->e_shnum,
                                         [](const Elf64_Shdr &section) { return section.sh_type == SHT_SYMTAB; });
  REQUIRE(table != sections + header->e_shnum);
  for (const Elf64_Word link : {Elf64_Word{header->e_shnum}, Elf64_Word{0xffffffff}}) {
    const std::string changed = scratch / std::to_string(link);
    REQUIRE(run("cp '" + TargetProcess::static_program() + "' '" + changed + "'"));
    std::fstream file(changed, std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(reinterpret_cast<const std::byte *>(&table->sh_link) - bytes);
    file.write(reinterpret_cast<const char *>(&link), sizeof link);
    file.close();
    CHECK(open(changed)->static_symbols().symbols.empty());
  }
}

TEST_CASE("a program that is cut off lacks its sections") {
  const ScratchDirectory scratch;
  const auto original = open(TargetProcess::static_program());
  CHECK_FALSE(original->lacks_sections());
  const std::string cut = scratch / "cut";
  REQUIRE(run("cp '" + TargetProcess::static_program() + "' '" + cut + "'"));
  std::filesystem::resize_file(cut, original->bytes().size() - 1);
  CHECK(open(cut)->lacks_sections());
  CHECK(open(cut)->static_symbols().symbols.empty());
}

TEST_CASE("the first bytes of a file are read in its own byte order") {
  std::array<unsigned char, mpidbg::ElfIdentity::size> start{0x7f, 'E', 'L', 'F', ELFCLASS64, ELFDATA2MSB};
  start[17] = ET_CORE;
  start[19] = EM_S390;
  const auto bytes = std::as_bytes(std::span(start));
  const auto identity = mpidbg::elf_identity(bytes);
  REQUIRE(identity);
  CHECK(identity->type == ET_CORE);
  CHECK(mpidbg::architecture_name(identity->elf_class, identity->machine) == "s390x");
  CHECK(identity->is_read());
  CHECK_FALSE(mpidbg::elf_identity(bytes.first(mpidbg::ElfIdentity::size - 1)));
  start[1] = 'e';
  CHECK_FALSE(mpidbg::elf_identity(bytes));
}
