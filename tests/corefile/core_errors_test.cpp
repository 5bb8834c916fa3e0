// What is said about files that are no core files, or damaged ones.

#include <doctest/doctest.h>

#include <filesystem>

#include "corefile/process/process.h"
#include "tests/corefile/core_builder.h"
#include "tests/corefile/target_process.h"

using namespace corefile;
using namespace corefile_test;

namespace {

std::string error_of(const std::string &path) {
  const auto process = open_core_file(path, {});
  return process ? "" : process.error().message;
}

void write_file(const std::string &path, const std::string &content) {
  std::ofstream(path, std::ios::binary) << content;
}

CoreBuilder small_core() {
  CoreBuilder core;
  core.thread(10);
  core.auxiliary({{AT_PHDR, 0x1040}, {AT_PHNUM, 1}});
  core.memory(0x1000, std::string(64, 'a'));
  return core;
}

bool mentions(const Process &process, const std::string &text) {
  for (const std::string &warning : process.warnings()) {
    if (warning.find(text) != std::string::npos) return true;
  }
  return false;
}

}  // namespace

TEST_CASE("a path that leads to no core file is named with the reason") {
  const ScratchDirectory scratch;
  const std::string path = scratch / "file";
  CHECK(error_of(path) == path + ": No such file or directory");
  CHECK(open_core_file(path, {}).error().code == mpidbg::ErrorCode::not_found);
  CHECK(error_of(scratch.path()) == scratch.path() + " is a directory");
  write_file(path, "");
  CHECK(error_of(path) == path + " is an empty file");
  write_file(path, "not an ELF file at all");
  CHECK(error_of(path) == path + " is not an ELF file");
  write_file(path,
             "\x7f"
             "EL");
  CHECK(error_of(path) == path + " is not an ELF file");
  CHECK(error_of("/dev/null") == "/dev/null is not a regular file");
  const std::string program = TargetProcess::dynamic_program();
  CHECK(error_of(program) == program + " is not a core file but a program or shared library");
}

TEST_CASE("a core of a machine that is not read is named, and what is missing") {
  const ScratchDirectory scratch;
  const std::string path = scratch / "core";
  const auto refusal = [&](const std::string &machine) {
    return "core file of another architecture (" + machine + "): " + path +
           ": where its notes have the registers is not known; this version reads x86_64, i386 and s390x";
  };
  CoreBuilder core = small_core();
  core.header.e_machine = EM_AARCH64;
  core.write(path);
  CHECK(error_of(path) == refusal("aarch64"));
  core.header.e_machine = EM_X86_64;
  core.header.e_ident[EI_CLASS] = ELFCLASS32;
  core.write(path);
  CHECK(error_of(path) == refusal("x32"));
  core.header.e_ident[EI_DATA] = ELFDATA2MSB;
  core.header.e_machine = __builtin_bswap16(EM_S390);
  core.header.e_type = __builtin_bswap16(ET_CORE);
  core.write(path);
  CHECK(error_of(path) == refusal("s390"));
  core.header.e_ident[EI_CLASS] = ELFCLASS64;
  core.header.e_machine = __builtin_bswap16(EM_PPC64);
  core.write(path);
  CHECK(error_of(path) == refusal("powerpc64"));
}

TEST_CASE("a core without notes or without its program headers") {
  const ScratchDirectory scratch;
  const std::string path = scratch / "core";
  CoreBuilder bare;
  bare.memory(0x1000, "abcd");
  bare.write(path);
  CHECK(error_of(path) == "core file " + path + " has no notes about the process");
  write_file(path, small_core().bytes().substr(0, 100));
  CHECK(error_of(path).find(path + " is cut off before its program headers: it has 100 bytes") != std::string::npos);
  write_file(path, small_core().bytes().substr(0, 30));
  CHECK(error_of(path).find("it has 30 bytes") != std::string::npos);
  CoreBuilder many = small_core();
  many.header.e_phnum = 60000;
  many.write(path);
  CHECK(error_of(path).find(path + " is cut off before its program headers") != std::string::npos);
}

TEST_CASE("the number of program headers may stand in the first section header") {
  const ScratchDirectory scratch;
  const std::string path = scratch / "core";
  CoreBuilder core = small_core();
  std::string bytes = core.bytes();
  Elf64_Ehdr header;
  std::memcpy(&header, bytes.data(), sizeof header);
  Elf64_Shdr section{};
  section.sh_info = header.e_phnum;
  header.e_phnum = PN_XNUM;
  header.e_shoff = bytes.size();
  std::memcpy(bytes.data(), &header, sizeof header);
  write_file(path, bytes + std::string(reinterpret_cast<const char *>(&section), sizeof section));
  const auto process = open_core_file(path, {});
  REQUIRE(process);
  char byte = 0;
  CHECK((*process)->read_up_to(Address(0x1000), &byte, 1) == 1);
  CHECK(byte == 'a');
  section.sh_info = 0x80000000u;
  write_file(path, bytes + std::string(reinterpret_cast<const char *>(&section), sizeof section));
  CHECK(error_of(path).find("claims 2147483648 program headers") != std::string::npos);
}

TEST_CASE("a truncated core is read as far as it goes, with both sizes in the warning") {
  const ScratchDirectory scratch;
  const std::string path = scratch / "core";
  CoreBuilder core = small_core();
  core.memory(0x2000, std::string(100, 'b'));
  core.memory(0x3000, std::string(100, 'c'));
  const std::string whole = core.bytes();
  write_file(path, whole.substr(0, whole.size() - 150));
  const auto opened = open_core_file(path, {});
  REQUIRE(opened);
  const Process &process = **opened;
  CHECK(mentions(process, "core file " + path + " is truncated, it has " + std::to_string(whole.size() - 150) +
                              " bytes of " + std::to_string(whole.size())));
  char buffer[200];
  CHECK(process.read_up_to(Address(0x1000), buffer, 200) == 64);
  CHECK(process.read_up_to(Address(0x2000), buffer, 200) == 50);
  CHECK(std::string(buffer, 50) == std::string(50, 'b'));
  CHECK(process.read_up_to(Address(0x3000), buffer, 200) == 0);
}

TEST_CASE("segments that overlap the end of the address space or of the file are not believed") {
  const ScratchDirectory scratch;
  const std::string path = scratch / "core";
  CoreBuilder core = small_core();
  Elf64_Phdr segment{};
  segment.p_type = PT_LOAD;
  segment.p_vaddr = 0x5000;
  segment.p_offset = 64;
  segment.p_filesz = UINT64_MAX - 10;
  core.raw_segment(segment);
  segment.p_vaddr = UINT64_MAX - 4;
  segment.p_filesz = 64;
  core.raw_segment(segment);
  core.write(path);
  const auto opened = open_core_file(path, {});
  REQUIRE(opened);
  char buffer[64];
  CHECK((*opened)->read_up_to(Address(0x5000), buffer, 64) == 0);
  CHECK((*opened)->read_up_to(Address(UINT64_MAX - 4), buffer, 64) == 0);
  CHECK((*opened)->read_up_to(Address(0x1000), buffer, 64) == 64);
}

TEST_CASE("notes with sizes beyond their end are left out") {
  const ScratchDirectory scratch;
  const std::string path = scratch / "core";
  CoreBuilder core = small_core();
  // NT_FILE that claims 2^31 files; NT_PRSTATUS that is too short.
  const std::uint64_t files[] = {0x80000000u, 4096};
  core.note(NT_FILE, std::string(reinterpret_cast<const char *>(files), sizeof files));
  core.note(NT_PRSTATUS, "short");
  core.write(path);
  const auto opened = open_core_file(path, {});
  REQUIRE(opened);
  CHECK((*opened)->pid() == 10);
  const auto stacks = (*opened)->stacks();
  REQUIRE(stacks);
  CHECK(stacks->size() == 1);
}
