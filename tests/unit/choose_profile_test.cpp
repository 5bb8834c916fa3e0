// Which profile a process gets by the build-id in its memory.

#include "mpidbg/layout/choose_profile.h"

#include <doctest/doctest.h>
#include <elf.h>

#include <cstring>

#include "mpidbg/debugger/callbacks.h"
#include "tests/fakes/fake_host.h"

using namespace mpidbg;
using namespace mpidbg::layout;

namespace {

// The first page of a library as it is loaded: headers, and a note with the build-id.
std::vector<std::uint8_t> page_with_build_id(const std::string &build_id) {
  Elf64_Ehdr header{};
  std::memcpy(header.e_ident, ELFMAG, SELFMAG);
  header.e_ident[EI_CLASS] = ELFCLASS64;
  header.e_ident[EI_DATA] = ELFDATA2LSB;
  header.e_phoff = sizeof header;
  header.e_phentsize = sizeof(Elf64_Phdr);
  header.e_phnum = 1;
  Elf64_Phdr segment{};
  segment.p_type = PT_NOTE;
  segment.p_vaddr = sizeof header + sizeof segment;
  const Elf64_Nhdr note{4, static_cast<Elf64_Word>(build_id.size() / 2), NT_GNU_BUILD_ID};
  segment.p_filesz = sizeof note + 4 + note.n_descsz;
  std::vector<std::uint8_t> page(4096);
  std::memcpy(page.data(), &header, sizeof header);
  std::memcpy(page.data() + sizeof header, &segment, sizeof segment);
  std::uint8_t *const at = page.data() + segment.p_vaddr;
  std::memcpy(at, &note, sizeof note);
  std::memcpy(at + sizeof note, "GNU", 4);
  for (std::size_t i = 0; i < note.n_descsz; ++i)
    at[sizeof note + 4 + i] = static_cast<std::uint8_t>(std::stoi(build_id.substr(2 * i, 2), nullptr, 16));
  return page;
}

constexpr std::uint64_t load_address = 0x7f0000000000;

// A library in memory: a symbol, by its address relative to the library, and the first page.
struct Library {
  std::pair<std::string, std::uint64_t> symbol = {};
  std::vector<std::uint8_t> page = {};
};

// For a process of x86_64 with Open MPI of the version.
ChosenProfile choose(const Library &library, const std::string &version,
                     UnknownVersion unknown = UnknownVersion::no_profile) {
  fakes::FakeMemory bytes(8, ByteOrder::little);
  fakes::FakeHost host(bytes);
  if (!library.page.empty()) {
    bytes.map(Address(load_address), library.page);
    host.symbols[library.symbol.first] = Address(load_address) + library.symbol.second;
  }
  const debugger::Image image(host.image(), fakes::FakeHost::image_callbacks());
  const auto memory = debugger::Memory::open(host.process(), fakes::FakeHost::process_callbacks(), 8);
  REQUIRE(memory);
  return choose_profile("Open MPI", image, *memory, version, unknown);
}

}  // namespace

TEST_CASE("a profile of the same version whose build-id is another is chosen by the version alone") {
  const Profile *const profile = choose({}, "4.1.4").profile;
  REQUIRE(profile != nullptr);
  REQUIRE(profile->anchor);
  std::string other = profile->build_id;
  other.back() = other.back() == '0' ? '1' : '0';

  for (const std::string &build_id : {profile->build_id, other, profile->build_id.substr(2)}) {
    CAPTURE(build_id);
    const ChosenProfile chosen =
        choose({{profile->anchor->symbol, profile->anchor->address}, page_with_build_id(build_id)}, profile->version);
    CHECK(chosen.profile == profile);
    const bool same = build_id == profile->build_id;
    CHECK((chosen.origin == LayoutOrigin::profile_by_build_id) == same);
    CHECK(describe_profile(chosen, profile->version) ==
          "profile " + profile->name + (same ? " (build-id, checked)" : " (version, checked)"));
    CHECK(chosen.load_address == (same ? Address(load_address) : Address()));
  }
}

TEST_CASE("of a library whose version is unknown only the build decides, unless its objects are checked") {
  const Profile *const profile = choose({}, "4.1.4").profile;
  REQUIRE(profile != nullptr);
  CHECK(choose({}, "").profile == nullptr);
  CHECK(choose({}, "").origin == LayoutOrigin::none);
  const Library library{{profile->anchor->symbol, profile->anchor->address}, page_with_build_id(profile->build_id)};
  CHECK(choose(library, "").profile == profile);
  CHECK(choose(library, "").origin == LayoutOrigin::profile_by_build_id);

  const ChosenProfile any = choose({}, "", UnknownVersion::any_of_machine);
  REQUIRE(any.profile != nullptr);
  CHECK(any.profile->architecture == "x86_64");
  CHECK(any.origin == LayoutOrigin::profile_by_version);
  CHECK(describe_profile(any, "") == "profile " + any.profile->name + " (version unknown, checked)");
}

TEST_CASE("the layouts of a library and of what it is built on are named one after another") {
  const std::string names[] = {"profile openmpi-4.1.4-x86_64 (build-id, checked)",
                               "profile ucx-1.13.1-x86_64 (version, checked)"};
  CHECK(join_sources(names) ==
        "profile openmpi-4.1.4-x86_64 (build-id, checked), profile ucx-1.13.1-x86_64 (version, checked)");
  CHECK(join_sources(std::span(names, 1)) == names[0]);
  CHECK(join_sources({}).empty());
}

TEST_CASE("of a series the profile is chosen that is the newest of those not newer than the library") {
  const std::pair<std::string, std::string> expected[] = {
      {"4.1.0", "4.1.0"}, {"4.1.1", "4.1.1"}, {"4.1.2", "4.1.2"}, {"4.1.3", "4.1.3"},   {"4.1.4", "4.1.4"},
      {"4.1.5", "4.1.4"}, {"4.1.8", "4.1.4"}, {"4.1", "4.1.0"},   {"4.1.999", "4.1.4"}, {"5.0.3", "5.0.0"},
      {"5.0.4", "5.0.4"}, {"5.0.6", "5.0.4"}, {"5.0.9", "5.0.7"}, {"5.0.10", "5.0.7"},  {"6.0.0", "6.0.0rc2"}};
  for (const auto &[release, profile] : expected) {
    const std::string version = release;
    CAPTURE(version);
    const ChosenProfile chosen = choose({}, version);
    REQUIRE(chosen.profile != nullptr);
    CHECK(chosen.profile->version == profile);
    CHECK(chosen.origin == LayoutOrigin::profile_by_version);
  }
  for (const char *other : {"4.0.7", "5.1.0", "4.10.4", "4"}) CHECK(choose({}, other).profile == nullptr);
}

TEST_CASE("a library of unknown version gets the profile of a packaged build before those made from sources") {
  const ChosenProfile chosen = choose({}, "", UnknownVersion::any_of_machine);
  REQUIRE(chosen.profile != nullptr);
  CHECK(chosen.profile->version == "4.1.4");
}
