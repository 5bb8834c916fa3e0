#include "corefile/dwarf/source_lines.h"

#include <dlfcn.h>
#include <doctest/doctest.h>
#include <dwarf.h>
#include <elfutils/libdw.h>
#include <fcntl.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <utility>

#include "corefile/dwarf/type_index.h"
#include "corefile/process/process.h"
#include "mpidbg/base/readable_name.h"
#include "tests/corefile/address_in_file.h"
#include "tests/corefile/target_process.h"

using namespace corefile;
using corefile_test::address_in_file;
using corefile_test::run;
using corefile_test::ScratchDirectory;

namespace {

// What the sample says of a call that it makes, with the address of the call in its file.
struct Call {
  std::string function;
  unsigned line, outer_line;
  std::uint64_t address;
};
std::vector<Call> calls;

void note_call(const char *function, int line, int outer_line) {
  const auto *const after = static_cast<const char *>(__builtin_return_address(0));
  Dl_info where{};
  REQUIRE(dladdr(after, &where) != 0);
  calls.push_back({function, static_cast<unsigned>(line), static_cast<unsigned>(outer_line),
                   static_cast<std::uint64_t>(after - 1 - static_cast<const char *>(where.dli_fbase))});
}

std::vector<Call> calls_of(const std::string &library) {
  calls.clear();
  void *const handle = dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
  REQUIRE_MESSAGE(handle != nullptr, dlerror());
  void *const run_sample = dlsym(handle, "run_sample");
  REQUIRE(run_sample != nullptr);
  reinterpret_cast<void (*)(decltype(&note_call))>(run_sample)(note_call);
  dlclose(handle);
  REQUIRE(calls.size() == 2);
  return calls;
}

const std::vector<SourcePlace> &places(const std::string &library, std::uint64_t address,
                                       const std::vector<std::string> &directories = {}) {
  auto file = ElfFile::open(library);
  REQUIRE_MESSAGE(file, file.error().message);
  return source_places(*file, address, directories);
}

void check(const std::string &library, const std::vector<std::string> &directories = {}) {
  INFO(library);
  for (const Call &call : calls_of(library)) {
    const auto &found = places(library, call.address, directories);
    REQUIRE(found.size() == (call.outer_line == 0 ? 1 : 2));
    CHECK(found[0].function == call.function);
    CHECK(found[0].line == call.line);
    for (const SourcePlace &place : found) CHECK(place.file.ends_with("/source_sample.cpp"));
    CHECK_FALSE(lacks_line(found));
    if (call.outer_line == 0) continue;
    CHECK(found[1].function == "sample::middle<int>");
    CHECK(found[1].line == call.outer_line);
  }
}

// A word of four bytes of .debug_info that says which entry follows a namespace `n`, and where its first child is.
struct Sibling {
  std::uint64_t place;
  std::uint32_t first_child;
};

void add_siblings(Dwarf_Die &parent, std::vector<Sibling> &siblings) {
  Dwarf_Die entry;
  if (dwarf_child(&parent, &entry) != 0) return;
  do {
    Dwarf_Attribute sibling;
    Dwarf_Die child;
    const char *const name = dwarf_diename(&entry);
    if (name == nullptr || std::string_view(name) != "n" || dwarf_child(&entry, &child) != 0) continue;
    add_siblings(entry, siblings);
    if (dwarf_attr(&entry, DW_AT_sibling, &sibling) == nullptr) continue;
    REQUIRE(dwarf_whatform(&sibling) == DW_FORM_ref4);
    const auto *const start = static_cast<const unsigned char *>(entry.addr) - dwarf_dieoffset(&entry);
    siblings.push_back(
        {static_cast<std::uint64_t>(sibling.valp - start), static_cast<std::uint32_t>(dwarf_cuoffset(&child))});
  } while (dwarf_siblingof(&entry, &entry) == 0);
}

std::vector<Sibling> siblings_in(const std::string &path) {
  std::vector<Sibling> siblings;
  const int descriptor = open(path.c_str(), O_RDONLY);
  Dwarf *const dwarf = dwarf_begin(descriptor, DWARF_C_READ);
  REQUIRE(dwarf != nullptr);
  Dwarf_CU *handle = nullptr;
  Dwarf_Die unit;
  REQUIRE(dwarf_get_units(dwarf, nullptr, &handle, nullptr, nullptr, &unit, nullptr) == 0);
  add_siblings(unit, siblings);
  dwarf_end(dwarf);
  close(descriptor);
  return siblings;
}

// Of a section .debug_line of DWARF 5: what comes before the rows.
std::size_t size_of_line_header(const std::string &path) {
  std::ifstream file(path, std::ios::binary);
  std::uint32_t length = 0;
  constexpr std::streamoff length_at = 8;
  file.seekg(length_at);
  file.read(reinterpret_cast<char *>(&length), sizeof length);
  return length_at + sizeof length + length;
}

}  // namespace

TEST_CASE("source lines come from every form of debug information") {
  for (const char *library : {SOURCE_SAMPLES}) check(library);
}

TEST_CASE("without the table of address ranges each unit is asked") {
  const ScratchDirectory scratch;
  const std::string library = scratch / "no_ranges.so";
  REQUIRE(run(std::string("objcopy --remove-section .debug_aranges " SOURCE_SAMPLE " ") + library));
  check(library);
}

TEST_CASE("a separate debug file serves as well, and a stripped file without one has no lines") {
  const ScratchDirectory scratch;
  const std::string library = scratch / "stripped.so", debug = scratch / "stripped.debug";
  REQUIRE(run(std::string("objcopy --only-keep-debug " SOURCE_SAMPLE " ") + debug));
  REQUIRE(run(std::string("objcopy --strip-all --add-gnu-debuglink=") + debug + " " SOURCE_SAMPLE " " + library));
  check(library);

  const std::string bare = scratch / "bare.so";
  REQUIRE(run(std::string("objcopy --strip-all " SOURCE_SAMPLE " ") + bare));
  for (const Call &call : calls_of(bare)) CHECK(places(bare, call.address).empty());
}

TEST_CASE("a function whose line is lost with the table of lines is not taken for one without debug information") {
  for (const bool has_table : {false, true}) {
    CAPTURE(has_table);
    const ScratchDirectory scratch;
    const std::string damaged = scratch / "damaged.so", lines = scratch / "lines";
    REQUIRE(run("objcopy --dump-section .debug_line=" + lines + " " SOURCE_SAMPLE " " + damaged));
    const auto size = std::filesystem::file_size(lines);
    const std::size_t end_of_tables = size_of_line_header(lines);
    REQUIRE(end_of_tables < size);
    std::filesystem::resize_file(lines, has_table ? end_of_tables : 0);
    std::filesystem::resize_file(lines, size);
    REQUIRE(run("objcopy --update-section .debug_line=" + lines + " " SOURCE_SAMPLE " " + damaged));

    const std::vector<Call> known = calls_of(damaged);
    const auto &found = places(damaged, known.front().address);
    REQUIRE(found.size() == 1);
    CHECK(found[0].function == "run_sample");
    CHECK(found[0].line == 0);
    CHECK(lacks_line(found));

    void *const handle = dlopen(damaged.c_str(), RTLD_NOW | RTLD_LOCAL);
    REQUIRE(handle != nullptr);
    Dl_info where{};
    REQUIRE(dladdr(dlsym(handle, "run_sample"), &where) != 0);
    const auto process = open_live_process(getpid(), {});
    REQUIRE_MESSAGE(process, process.error().message);
    const auto of_lines = [&] {
      std::vector<std::string> sentences;
      for (const std::string &warning : (*process)->warnings())
        if (warning.find("source line") != std::string::npos) sentences.push_back(warning);
      return sentences;
    };
    CHECK(of_lines().empty());
    for (const Call &call : known) {
      Frame frame;
      frame.pc = Address(reinterpret_cast<std::uint64_t>(where.dli_fbase) + call.address);
      CHECK_FALSE((*process)->source_places(frame).empty());
    }
    CHECK(of_lines() == std::vector<std::string>{"the debug information of " + damaged +
                                                 " has no source line for code of run_sample: its table of lines is "
                                                 "damaged or missing"});
    dlclose(handle);
  }
}

TEST_CASE("entries that lead back to their own list, or into each other's, end") {
  const std::vector<Sibling> siblings = siblings_in(SOURCE_WITH_SIBLINGS);
  REQUIRE(siblings.size() > 24);
  for (const bool back : {true, false}) {
    CAPTURE(back);
    const ScratchDirectory scratch;
    const std::string damaged = scratch / "damaged.so", entries = scratch / "entries";
    REQUIRE(run("objcopy --dump-section .debug_info=" + entries + " " SOURCE_WITH_SIBLINGS " " + damaged));
    std::fstream file(entries, std::ios::binary | std::ios::in | std::ios::out);
    constexpr std::uint32_t unit = 12;  // behind its header, DWARF 5
    for (const Sibling &sibling : siblings) {
      file.seekp(static_cast<std::streamoff>(sibling.place));
      file.write(reinterpret_cast<const char *>(back ? &unit : &sibling.first_child), sizeof unit);
    }
    file.close();
    REQUIRE(run("objcopy --update-section .debug_info=" + entries + " " SOURCE_WITH_SIBLINGS " " + damaged));
    for (const Call &call : calls_of(damaged)) places(damaged, call.address);
    const auto types = TypeIndex::open(damaged);
    REQUIRE_MESSAGE(types, types.error().message);
    CHECK((*types)->find("no_such_type") == nullptr);
  }
}

TEST_CASE("functions are found in every kind of scope") {
  const auto functions = [](const char *symbol) {
    std::string names;
    for (const SourcePlace &place : places(SCOPES_OF_EVERY_KIND, address_in_file(SCOPES_OF_EVERY_KIND, symbol) + 15))
      names += place.function + " ";
    return names;
  };
  for (const char *name : {"in_namespace", "in_module", "in_class", "in_structure", "in_function", "of_unit"})
    CHECK(functions(name) == std::string(name) + " ");
  for (const char *name : {"in_block", "in_try", "in_catch"}) CHECK(functions(name) == std::string(name) + " of_unit ");
}

TEST_CASE("an address outside of all code has no lines") {
  CHECK(places(SOURCE_SAMPLE, 0).empty());
  CHECK(places(SOURCE_SAMPLE, ~std::uint64_t{0}).empty());
}

TEST_CASE("names are shown as they were written") {
  CHECK(mpidbg::readable_name("main") == "main");
  CHECK(mpidbg::readable_name("mpi_recv_") == "mpi_recv_");
  CHECK(mpidbg::readable_name("_Z8exchangePdi") == "exchange");
  CHECK(mpidbg::readable_name("_ZN4halo8exchangeIiEET_S1_") == "halo::exchange<int>");
  CHECK(mpidbg::readable_name("_ZNK4halo3BoxclEi") == "halo::Box::operator()");
  CHECK(mpidbg::readable_name("_ZNK4halo3BoxcvbEv") == "halo::Box::operator bool");
  CHECK(mpidbg::readable_name("_ZZNK4halo3Box2goERSt6vectorIdSaIdEEENKUliE_clEi") ==
        "halo::Box::go::{lambda(int)#1}::operator()");
  CHECK(mpidbg::readable_name("_ZZ4mainENKUlvE_clEv") == "main::{lambda()#1}::operator()");
  CHECK(mpidbg::readable_name("_ZZN4halo3BoxclEiENKUlvE_clEv") == "halo::Box::operator()::{lambda()#1}::operator()");
  CHECK(mpidbg::readable_name("_ZN12_GLOBAL__N_18exchangeEi") == "(anonymous namespace)::exchange");
  CHECK(mpidbg::readable_name("_ZZ4mainENKUliE_clEi") == "main::{lambda(int)#1}::operator()");
  CHECK(mpidbg::readable_name("__halo_MOD_exchange") == "halo::exchange");
  CHECK(mpidbg::readable_name("MAIN__") == "MAIN__");
  CHECK(mpidbg::readable_name("__MOD_x") == "__MOD_x");
  CHECK(mpidbg::readable_name("___MOD_x") == "___MOD_x");
  CHECK(mpidbg::readable_name("_Zgarbage") == "_Zgarbage");
  CHECK(mpidbg::readable_name("halo_MOD_exchange") == "halo_MOD_exchange");
  CHECK(mpidbg::readable_name("__a_MOD_b_MOD_c") == "a::b_MOD_c");
  CHECK(mpidbg::readable_name("_ZN4halo3BoxclEPFviE") == "halo::Box::operator()");
  CHECK(mpidbg::readable_name("_ZN4haloplENS_3BoxES0_") == "halo::operator+");
  CHECK(mpidbg::readable_name("_ZNO4halo3Box4takeEv") == "halo::Box::take");
  CHECK(mpidbg::readable_name("_ZZNV4halo3Box2goEvENKUlvE_clEv") == "halo::Box::go::{lambda()#1}::operator()");
  CHECK(mpidbg::readable_name("_Z5applyIPFviEEvT_") == "apply<void (*)(int)>");
  CHECK(mpidbg::readable_name("") == "");
}
