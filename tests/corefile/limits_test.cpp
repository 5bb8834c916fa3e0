// Limits on what is read of a process: what is at the limit is read, what is one beyond is not, and is said.

#include <doctest/doctest.h>
#include <link.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <span>

#include "corefile/elf/build_id.h"
#include "corefile/process/core_image.h"
#include "corefile/process/environment.h"
#include "corefile/process/link_map.h"
#include "mpidbg/base/readable_name.h"
#include "tests/corefile/core_builder.h"
#include "tests/corefile/target_process.h"

using namespace corefile;
using namespace corefile_test;

namespace {

// Memory whose words and characters are computed, so that there can be much of it.
class ComputedMemory {
 public:
  std::function<std::uint64_t(std::uint64_t address)> word = [](std::uint64_t) { return 0; };
  MemoryReader reader() {
    return MemoryReader([this](Address at, void *to, std::size_t size) {
      for (std::size_t i = 0; i < size; ++i) {
        const std::uint64_t value = word((at.value() + i) & ~std::uint64_t{7});
        static_cast<unsigned char *>(to)[i] = static_cast<unsigned char>(value >> (at.value() + i) % 8 * 8);
      }
      return size;
    });
  }
};

AuxiliaryVector auxiliary_vector(const std::vector<std::pair<std::uint64_t, std::uint64_t>> &entries) {
  return AuxiliaryVector(std::as_bytes(std::span(entries)));
}

// A dynamic program at 4 MiB, whose list of modules has `modules` entries.
struct LinkedProcess {
  static constexpr std::uint64_t headers = 0x400040, dynamic = 0x410000, debug = 0x420000, links = 0x10000000,
                                 names = 0x20000000;
  std::uint64_t modules = 1;
  std::uint64_t name_length = 1;       // of each
  std::uint64_t last_name_length = 1;  // of the last one
  std::uint64_t debug_entry = 0;       // index of DT_DEBUG

  std::uint64_t word(std::uint64_t at) const {
    if (at >= headers && at < headers + sizeof table_) {
      std::uint64_t value;
      std::memcpy(&value, reinterpret_cast<const char *>(table_) + (at - headers), 8);
      return value;
    }
    if (at >= dynamic && at < debug) {
      const std::uint64_t index = (at - dynamic) / 16;
      if (index > debug_entry) return 0;
      return at % 16 != 0 ? debug : index == debug_entry ? std::uint64_t{DT_DEBUG} : std::uint64_t{DT_FLAGS};
    }
    if (at == debug + 8) return links;
    if (at >= links && at < links + modules * 64) {
      const std::uint64_t index = (at - links) / 64, next = links + (index + 1) * 64;
      const std::uint64_t longest = 0x10000, length = index + 1 == modules ? last_name_length : name_length;
      const std::uint64_t words[8] = {0, names + longest - length, 0, index + 1 == modules ? 0 : next};
      return words[at % 64 / 8];
    }
    // Names end at the same place.
    if (at >= names && at < names + 0x10000) return 0x6161616161616161;
    return 0;
  }

  LinkMap read() const {
    ComputedMemory memory;
    memory.word = [this](std::uint64_t at) { return word(at); };
    MemoryReader reader = memory.reader();
    return read_link_map(auxiliary_vector({{AT_PHDR, headers}, {AT_PHNUM, 3}, {AT_NULL, 0}}), reader);
  }

 private:
  static constexpr Elf64_Phdr header(std::uint32_t type, std::uint64_t address) {
    return {type, 0, 0, address, address, 0, 0, 0};
  }
  Elf64_Phdr table_[3] = {header(PT_PHDR, 0x40), header(PT_INTERP, 0), header(PT_DYNAMIC, dynamic - 0x400000)};
};

std::vector<std::string> warnings_of(const std::string &path) {
  const auto opened = open_core_file(path, {});
  REQUIRE_MESSAGE(opened.ok(), (opened ? "" : opened.error().message));
  return (*opened)->warnings();
}

}  // namespace

TEST_CASE("program headers of a core file") {
  const ScratchDirectory scratch;
  const std::string path = scratch / "core";
  constexpr std::uint32_t most = 1u << 20;
  for (const std::uint32_t count : {most - 1, most, most + 1}) {
    CAPTURE(count);
    CoreBuilder core;
    core.process(10);
    core.header.e_phnum = PN_XNUM;
    core.header.e_shoff = sizeof(Elf64_Ehdr) + sizeof(Elf64_Phdr);
    std::string bytes = core.bytes();
    Elf64_Shdr section{};
    section.sh_info = count;
    bytes.replace(core.header.e_shoff, sizeof section, reinterpret_cast<const char *>(&section), sizeof section);
    std::ofstream(path, std::ios::binary) << bytes;
    const auto opened = open_core_file(path, {});
    REQUIRE_FALSE(opened.ok());
    const std::string expected = count > most ? "claims 1048577 program headers, more than a process can have"
                                              : "is cut off before its program headers";
    CHECK(opened.error().message.find(expected) != std::string::npos);
  }
}

TEST_CASE("bytes of the notes of a core file") {
  const ScratchDirectory scratch;
  const std::string path = scratch / "core";
  constexpr std::uint64_t most = CoreMemory::most_note_bytes;
  for (const std::uint64_t size : {most - 1, most, most + 1}) {
    CAPTURE(size);
    CoreBuilder core;
    core.process(10);
    core.thread(10);
    const std::uint64_t rest = size - core.notes().size();
    Elf64_Phdr segment{};
    segment.p_type = PT_NOTE;
    segment.p_offset = 1 << 20;
    segment.p_filesz = rest;
    core.raw_segment(segment);
    core.write(path);
    std::filesystem::resize_file(path, (1 << 20) + rest);
    const Elf64_Nhdr one_note = {4, static_cast<Elf64_Word>(rest - 16 - (size > most ? 1 : 0)), 1};
    std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(1 << 20);
    file.write(reinterpret_cast<const char *>(&one_note), sizeof one_note).write("GNU", 4);
    file.close();
    const auto warnings = warnings_of(path);
    REQUIRE(warnings.size() == (size > most ? 1 : 0));
    if (size > most) {
      CHECK(warnings.front() == "core file " + path +
                                    " has 67108865 bytes of notes, which exceeds the limit of 67108864: threads may be "
                                    "missing");
    }
  }
}

TEST_CASE("files in the notes of a core file") {
  for (const std::uint64_t count : {most_files - 1, most_files, most_files + 1}) {
    CAPTURE(count);
    CoreBuilder core;
    std::string content((2 + 3 * count) * 8, '\0');
    const std::uint64_t head[2] = {count, 4096};
    std::memcpy(content.data(), head, sizeof head);
    core.note(NT_FILE, content.append(count, '\0'));
    const CoreNotes notes = read_core_notes(std::as_bytes(std::span(core.notes())));
    CHECK(notes.files.size() == (count > most_files ? 0 : count));
    CHECK(notes.files_problem.empty() == (count <= most_files));
  }
  // As many as there is room for, and one more.
  for (const std::uint64_t count : {2u, 3u}) {
    CAPTURE(count);
    CoreBuilder core;
    const std::uint64_t content[2 + 3 * 2] = {count, 4096};
    core.note(NT_FILE, std::string(reinterpret_cast<const char *>(content), sizeof content) + std::string(2, '\0'));
    const CoreNotes notes = read_core_notes(std::as_bytes(std::span(core.notes())));
    CHECK(notes.files.size() == (count > 2 ? 0 : 2));
    CHECK(notes.files_problem ==
          (count > 2 ? "the note of mapped files claims 3 files in 66 bytes: none of them is read" : ""));
  }
}

TEST_CASE("a core file whose list of mapped files is not read is opened with a warning") {
  const ScratchDirectory scratch;
  const std::string path = scratch / "core";
  CoreBuilder core;
  core.process(10);
  core.thread(10);
  const std::uint64_t content[2] = {5, 4096};
  core.note(NT_FILE, std::string(reinterpret_cast<const char *>(content), sizeof content));
  core.write(path);
  CHECK(warnings_of(path) ==
        std::vector<std::string>{"core file " + path +
                                 ": the note of mapped files claims 5 files in 16 bytes: none of them is read"});
}

TEST_CASE("modules in the dynamic linker's list") {
  for (const std::uint64_t count : {65535u, 65536u, 65537u}) {
    CAPTURE(count);
    LinkedProcess process;
    process.modules = count;
    const LinkMap map = process.read();
    CHECK(map.entries.size() == std::min<std::uint64_t>(count, 65536));
    CHECK(map.problem == (count > 65536 ? "the dynamic linker's list has more than 65536 modules" : ""));
  }
}

TEST_CASE("names in the dynamic linker's list: of one, and of all together") {
  for (const std::uint64_t length : {4095u, 4096u, 4097u}) {
    CAPTURE(length);
    LinkedProcess process;
    process.last_name_length = length;
    const LinkMap map = process.read();
    REQUIRE(map.entries.size() == 1);
    CHECK(map.entries.front().name.size() == (length > 4096 ? 0 : length));
    CHECK(map.problem == (length > 4096 ? "a module's name in the dynamic linker's list could not be read" : ""));
  }
  // 4096 names of 4096 characters are 16 MiB.
  struct Case {
    std::uint64_t modules, last_name_length, read;
  };
  for (const Case &of_all :
       {Case{4096, 4095, 4096}, Case{4096, 4096, 4096}, Case{4097, 0, 4097}, Case{4097, 1, 4096}}) {
    CAPTURE(of_all.last_name_length);
    LinkedProcess process;
    process.modules = of_all.modules;
    process.name_length = 4096;
    process.last_name_length = of_all.last_name_length;
    const LinkMap map = process.read();
    CHECK(map.entries.size() == of_all.read);
    CHECK(map.problem == (of_all.read == of_all.modules
                              ? ""
                              : "the names in the dynamic linker's list of modules are too long to be real"));
  }
}

TEST_CASE("entries of the program's dynamic section") {
  for (const std::uint64_t index : {4094u, 4095u, 4096u}) {
    CAPTURE(index);
    LinkedProcess process;
    process.debug_entry = index;
    const LinkMap map = process.read();
    CHECK(map.entries.size() == (index < 4096 ? 1 : 0));
    CHECK(map.problem == (index < 4096 ? "" : "the executable's dynamic section could not be read"));
  }
}

TEST_CASE("entries of an auxiliary vector") {
  for (const std::size_t before : {510u, 511u, 512u}) {
    CAPTURE(before);
    std::vector<std::pair<std::uint64_t, std::uint64_t>> entries(before, {AT_IGNORE, 0});
    entries.emplace_back(AT_ENTRY, 0x1234);
    CHECK(auxiliary_vector(entries).value(AT_ENTRY) == (before < 512 ? 0x1234 : 0));
  }
}

TEST_CASE("variables of an environment, their characters, and those of all together") {
  constexpr std::uint64_t environ = 0x10000000, array = 0x20000000, last_text = 0x30000000, text = 0x40000000;
  // `before` variables "AAAA=AAA..." of `length` characters, then "LAST=1".
  const auto read = [](std::uint64_t before, std::uint64_t length) {
    ComputedMemory memory;
    memory.word = [=](std::uint64_t at) -> std::uint64_t {
      if (at == environ) return array;
      if (at >= array && at < array + (before + 1) * 8) return at == array + before * 8 ? last_text : text;
      std::string content(8, '\0');
      if (at == last_text) content = "LAST=1" + std::string(2, '\0');
      for (std::uint64_t i = 0; at >= text && i < 8 && at - text + i < length; ++i)
        content[i] = at - text + i == 4 ? '=' : 'A';
      std::uint64_t word;
      std::memcpy(&word, content.data(), 8);
      return word;
    };
    MemoryReader reader = memory.reader();
    return current_environment(Address(environ), reader);
  };
  for (const std::uint64_t before : {65534u, 65535u, 65536u}) {
    CAPTURE(before);
    CHECK(read(before, 5).contains("LAST") == (before < 65536));
  }
  for (const std::uint64_t length : {131071u, 131072u, 131073u}) {
    CAPTURE(length);
    const Environment environment = read(1, length);
    CHECK(environment.contains("LAST"));
    REQUIRE(environment.contains("AAAA") == (length <= 131072));
    if (length <= 131072) CHECK(environment.at("AAAA").size() == length - 5);
  }
  // With its NUL each of these has 128 KiB, and 64 of them 8 MiB.
  for (const std::uint64_t before : {63u, 64u}) {
    CAPTURE(before);
    CHECK(read(before, 131071).contains("LAST") == (before < 64));
  }
}

TEST_CASE("bytes of a build-id") {
  for (const std::size_t size : {63u, 64u, 65u}) {
    CAPTURE(size);
    CoreBuilder notes;
    notes.note(NT_GNU_BUILD_ID, std::string(size, '\x5a'), "GNU");
    const std::string id = build_id_in_notes(std::as_bytes(std::span(notes.notes())), {});
    CHECK(id.size() == (size > 64 ? 0 : 2 * size));
  }
}

// __cxa_demangle() itself refuses names of some 1,024 characters.
TEST_CASE("characters of a symbol that is made readable") {
  for (const std::size_t size : {4095u, 4096u, 4097u}) {
    CAPTURE(size);
    const std::string symbol = "__halo_MOD_" + std::string(size - 11, 'f');
    const bool is_readable = mpidbg::readable_name(symbol) == "halo::" + symbol.substr(11);
    CHECK(is_readable == (size <= 4096));
    if (!is_readable) CHECK(mpidbg::readable_name(symbol).size() == size);
  }
}
