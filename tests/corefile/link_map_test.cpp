// The dynamic linker's list in a process that lies about it.

#include "corefile/process/link_map.h"

#include <doctest/doctest.h>
#include <link.h>

#include "corefile/process/process.h"
#include "tests/corefile/core_builder.h"
#include "tests/corefile/target_process.h"

using namespace corefile;
using namespace corefile_test;

namespace {

constexpr std::uint64_t base = 0x400000, links_at = 0x10000;

// A process of a dynamic executable at `base`, in words.
class FakeProcess {
 public:
  FakeProcess() {
    Elf64_Phdr headers[3] = {};
    headers[0].p_type = PT_PHDR;
    headers[0].p_vaddr = 0x40;
    headers[1].p_type = PT_INTERP;
    headers[2].p_type = PT_DYNAMIC;
    headers[2].p_vaddr = 0x800;
    put(base + 0x40, headers, sizeof headers);
    const Elf64_Dyn dynamic[2] = {{DT_DEBUG, {base + 0xa00}}, {DT_NULL, {0}}};
    put(base + 0x800, dynamic, sizeof dynamic);
    set_first(links_at);
  }

  void set_first(std::uint64_t address) {
    r_debug debug{};
    debug.r_map = reinterpret_cast<link_map *>(address);
    put(base + 0xa00, &debug, sizeof debug);
  }

  void link(std::uint64_t at, std::uint64_t bias, std::uint64_t name, std::uint64_t next) {
    const std::uint64_t words[5] = {bias, name, 0, next, 0};
    put(at, words, sizeof words);
  }

  void text(std::uint64_t at, const std::string &content) { put(at, content.c_str(), content.size() + 1); }

  LinkMap read() {
    AuxiliaryVector auxiliary(Bytes(reinterpret_cast<const std::byte *>(vector_), sizeof vector_));
    MemoryReader memory([this](Address at, void *to, std::size_t size) {
      std::size_t done = 0;
      for (; done < size; ++done) {
        const auto it = memory_.find(at.value() + done);
        if (it == memory_.end()) break;
        static_cast<char *>(to)[done] = it->second;
      }
      return done;
    });
    return read_link_map(auxiliary, memory);
  }

 private:
  void put(std::uint64_t at, const void *data, std::size_t size) {
    // Whole pages exist, as in a real process.
    for (std::uint64_t page = at & ~4095ull; page < at + size; page += 4096) {
      for (int i = 0; i < 4096; ++i) memory_.try_emplace(page + static_cast<std::uint64_t>(i), '\0');
    }
    for (std::size_t i = 0; i < size; ++i) memory_[at + i] = static_cast<const char *>(data)[i];
  }

  std::uint64_t vector_[6] = {AT_PHDR, base + 0x40, AT_PHNUM, 3, AT_NULL, 0};
  std::map<std::uint64_t, char> memory_;
};

}  // namespace

TEST_CASE("a whole list gives biases and names in order") {
  FakeProcess process;
  process.link(links_at, base, links_at + 0x800, links_at + 0x100);
  process.link(links_at + 0x100, 0x7000, links_at + 0x900, 0);
  process.text(links_at + 0x900, "/lib/libmpi.so");
  const LinkMap map = process.read();
  CHECK(map.problem.empty());
  CHECK(map.executable_bias == Address(base));
  REQUIRE(map.entries.size() == 2);
  CHECK(map.entries[0].name.empty());
  CHECK(map.entries[1].name == "/lib/libmpi.so");
  CHECK(map.entries[1].load_bias == Address(0x7000));
}

TEST_CASE("a list that runs in a circle ends") {
  FakeProcess process;
  process.link(links_at, base, links_at + 0x800, links_at + 0x100);
  process.link(links_at + 0x100, 0x7000, links_at + 0x800, links_at);
  const LinkMap map = process.read();
  CHECK(map.entries.size() == 2);
  CHECK(map.problem == "the dynamic linker's list of modules runs in a circle");
}

TEST_CASE("a list into nowhere keeps what came before") {
  FakeProcess process;
  process.link(links_at, base, links_at + 0x800, 0xdead0000);
  const LinkMap map = process.read();
  CHECK(map.entries.size() == 1);
  CHECK(map.problem == "the dynamic linker's list of modules could not be read to its end");
}

TEST_CASE("a name that is too long or nowhere is not taken for a module's") {
  FakeProcess process;
  process.link(links_at, base, links_at + 0x800, links_at + 0x100);
  process.link(links_at + 0x100, 0x7000, 0x20000, links_at + 0x200);
  process.link(links_at + 0x200, 0x8000, 0xffffffffffffffff, 0);
  process.text(0x20000, std::string(5000, 'n'));
  const LinkMap map = process.read();
  REQUIRE(map.entries.size() == 3);
  CHECK(map.entries[1].name.empty());
  CHECK(map.entries[2].name.empty());
  CHECK(map.problem == "a module's name in the dynamic linker's list could not be read");
}

TEST_CASE("a list that has not been made yet is told from a damaged one") {
  FakeProcess process;
  process.set_first(0);
  CHECK(process.read().problem == "the dynamic linker has not run yet");
}

TEST_CASE("a core whose list runs in a circle is still opened, with a warning") {
  const ScratchDirectory scratch;
  const std::string path = scratch / "core";
  Elf64_Phdr headers[3] = {};
  headers[0].p_type = PT_PHDR;
  headers[0].p_vaddr = 0x40;
  headers[1].p_type = PT_INTERP;
  headers[2].p_type = PT_DYNAMIC;
  headers[2].p_vaddr = 0x200;
  std::string page(4096, '\0');
  std::memcpy(page.data() + 0x40, headers, sizeof headers);
  const std::uint64_t dynamic[] = {DT_DEBUG, base + 0x300, DT_NULL, 0};
  std::memcpy(page.data() + 0x200, dynamic, sizeof dynamic);
  const std::uint64_t first = base + 0x400;
  std::memcpy(page.data() + 0x300 + offsetof(r_debug, r_map), &first, sizeof first);
  const std::uint64_t loop[] = {base, base + 0x500, 0, first, 0};
  std::memcpy(page.data() + 0x400, loop, sizeof loop);
  CoreBuilder core;
  core.thread(7);
  core.auxiliary({{AT_PHDR, base + 0x40}, {AT_PHNUM, 3}});
  core.memory(base, page);
  core.write(path);
  const auto process = open_core_file(path, {});
  REQUIRE(process);
  const auto warnings = (*process)->warnings();
  REQUIRE(!warnings.empty());
  CHECK(warnings[0] == path +
                           ": the dynamic linker's list of modules runs in a circle: the list of modules may be "
                           "incomplete or out of order");
}
