#include "corefile/dwarf/unit_sections.h"

#include <doctest/doctest.h>
#include <elfutils/libdw.h>
#include <fcntl.h>
#include <gelf.h>

#include <algorithm>
#include <cstring>
#include <string>

#include "corefile/dwarf/source_lines.h"
#include "tests/corefile/address_in_file.h"
#include "tests/corefile/target_process.h"

using namespace corefile;
using corefile_test::address_in_file;
using corefile_test::run;
using corefile_test::ScratchDirectory;

namespace {

struct OpenElf {
  explicit OpenElf(const std::string &path) : file(::open(path.c_str(), O_RDONLY)) {
    elf_version(EV_CURRENT);
    elf.reset(elf_begin(file.get(), ELF_C_READ_MMAP_PRIVATE, nullptr));
    REQUIRE(elf);
  }

  Elf_Scn *section(const char *wanted) const {
    std::size_t names = 0;
    REQUIRE(elf_getshdrstrndx(elf.get(), &names) == 0);
    for (Elf_Scn *one = nullptr; (one = elf_nextscn(elf.get(), one)) != nullptr;) {
      GElf_Shdr header;
      if (std::strcmp(elf_strptr(elf.get(), names, gelf_getshdr(one, &header)->sh_name), wanted) == 0) return one;
    }
    FAIL(wanted);
    return nullptr;
  }

  // As libelf has it, packed or not.
  Bytes contents(const char *name) const {
    const Elf_Data *const data = elf_getdata(section(name), nullptr);
    REQUIRE(data != nullptr);
    return {static_cast<const std::byte *>(data->d_buf), data->d_size};
  }

  mpidbg::FileDescriptor file;
  std::unique_ptr<Elf, int (*)(Elf *)> elf{nullptr, elf_end};
};

std::vector<std::byte> unpacked_contents(const std::string &path, const char *name) {
  const ScratchDirectory scratch;
  const std::string plain = scratch / "plain.so";
  REQUIRE(run("objcopy --decompress-debug-sections " + path + " " + plain));
  const OpenElf file(plain);
  const Bytes bytes = file.contents(name);
  return {bytes.begin(), bytes.end()};
}

bool same(Bytes one, Bytes other) {
  return std::equal(one.begin(), one.end(), other.begin(), other.end());
}

bool is_zero(Bytes bytes) {
  return std::all_of(bytes.begin(), bytes.end(), [](std::byte one) { return one == std::byte{0}; });
}

}  // namespace

TEST_CASE("a packed section is unpacked as far as it is asked for") {
  const std::vector<std::byte> all = unpacked_contents(PACKED_UNITS, ".debug_info");
  const OpenElf file(PACKED_UNITS);
  REQUIRE(file.contents(".debug_info").size() < all.size());
  const auto section = InflatedSection::replace(file.elf.get(), file.section(".debug_info"));
  REQUIRE(section);
  const Bytes seen = file.contents(".debug_info");
  REQUIRE(seen.size() == all.size());
  CHECK(section->unpacked().empty());
  for (const std::size_t end : {std::size_t{10}, std::size_t{3}, std::size_t{1000}, all.size()}) {
    CHECK(section->unpack(end));
    CHECK(section->unpacked().size() == std::max<std::size_t>(end, 10));
    CHECK(same(section->unpacked(), Bytes(all).first(std::max<std::size_t>(end, 10))));
    CHECK(is_zero(seen.subspan(section->unpacked().size())));
  }
  CHECK(same(seen, all));
  CHECK_FALSE(section->unpack(all.size() + 1));
}

TEST_CASE("a section that is not packed, or claims an implausible size, is left to libelf") {
  const ScratchDirectory scratch;
  const std::string plain = scratch / "plain.so";
  REQUIRE(run("objcopy --decompress-debug-sections " PACKED_UNITS " " + plain));
  const OpenElf unpacked(plain);
  CHECK(InflatedSection::replace(unpacked.elf.get(), unpacked.section(".debug_info")) == nullptr);
  CHECK(InflatedSection::replace(unpacked.elf.get(), unpacked.section(".bss")) == nullptr);

  for (const std::uint64_t size : {std::uint64_t{0}, std::uint64_t{1} << 40, UINT64_MAX}) {
    const OpenElf file(PACKED_UNITS);
    Elf_Scn *const section = file.section(".debug_info");
    auto *const header = static_cast<Elf64_Chdr *>(elf_rawdata(section, nullptr)->d_buf);
    header->ch_size = size;
    CHECK(InflatedSection::replace(file.elf.get(), section) == nullptr);
  }
}

TEST_CASE("what is packed and damaged is unpacked up to the damage") {
  const std::vector<std::byte> all = unpacked_contents(PACKED_UNITS, ".debug_info");
  const OpenElf file(PACKED_UNITS);
  Elf_Scn *const section = file.section(".debug_info");
  Elf_Data *const packed = elf_rawdata(section, nullptr);
  // A block of a kind that does not exist, for the first one.
  static_cast<unsigned char *>(packed->d_buf)[sizeof(Elf64_Chdr) + 2] = 0x07;
  auto damaged = InflatedSection::replace(file.elf.get(), section);
  REQUIRE(damaged);
  CHECK_FALSE(damaged->unpack(100));
  CHECK_FALSE(damaged->unpack_all());
  CHECK(damaged->unpacked().empty());

  const OpenElf shorter(PACKED_UNITS);
  Elf_Scn *const cut = shorter.section(".debug_info");
  elf_rawdata(cut, nullptr)->d_size /= 2;
  auto half = InflatedSection::replace(shorter.elf.get(), cut);
  REQUIRE(half);
  CHECK(half->unpack(100));
  CHECK_FALSE(half->unpack_all());
  CHECK(same(half->unpacked(), Bytes(all).first(half->unpacked().size())));
}

TEST_CASE("one unit of packed debug information is found without unpacking those behind it") {
  const std::uint64_t address = address_in_file(PACKED_UNITS, "run_sample");
  const OpenElf file(PACKED_UNITS);
  UnitSections sections(file.elf.get());
  const std::unique_ptr<Dwarf, int (*)(Dwarf *)> dwarf(dwarf_begin_elf(file.elf.get(), DWARF_C_READ, nullptr),
                                                       dwarf_end);
  REQUIRE(dwarf);
  auto unit = sections.unit_at(dwarf.get(), address);
  REQUIRE(unit);
  CHECK(std::string(dwarf_diename(&*unit)).ends_with("/source_sample.cpp"));
  CHECK(dwarf_haspc(&*unit, address) == 1);
  const Bytes units = file.contents(".debug_info"), lines = file.contents(".debug_line");
  CHECK(is_zero(units.last(1000)));
  CHECK_FALSE(is_zero(lines));
  CHECK_FALSE(sections.unit_at(dwarf.get(), 1));
  CHECK_FALSE(sections.unit_at(dwarf.get(), UINT64_MAX));
  CHECK(sections.unpack_all());
  CHECK_FALSE(is_zero(units.last(1000)));
}

TEST_CASE("what a unit refers to in another one is unpacked, too") {
  const OpenElf packed(TWO_UNITS);
  GElf_Shdr header;
  REQUIRE((gelf_getshdr(packed.section(".debug_info"), &header)->sh_flags & SHF_COMPRESSED) != 0);
  auto file = ElfFile::open(TWO_UNITS);
  REQUIRE(file);
  const auto &places = source_places(*file, address_in_file(TWO_UNITS, "named_elsewhere") + 1, {});
  REQUIRE(places.size() == 1);
  CHECK(places[0].function == "name_of_the_other_unit");
}
