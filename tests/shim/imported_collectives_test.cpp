// Which nonblocking collectives the modules of a process import, by their symbol tables in memory; and damage of these.

#include "mqs_shim/look/imported_collectives.h"

#include <doctest/doctest.h>
#include <elf.h>

#include <algorithm>
#include <string>
#include <vector>

#include "tests/contains.h"
#include "tests/shim/fake_target.h"

using namespace mqs_shim;

namespace {

// A process with modules: the first one is the program, at its own addresses.
class Linked {
 public:
  explicit Linked(unsigned pointer_size = 8, ByteOrder order = ByteOrder::little)
      : target(pointer_size, order), word_(pointer_size) {
    target.add_region(debug, 0x10000);
    target.data["_r_debug"] = debug;
  }

  // Adds a module with these undefined symbols and one that is defined. Returns the address of its dynamic section.
  std::uint64_t add(const std::string &path, const std::vector<std::string> &undefined) {
    const std::uint64_t bias = modules_ == 0 ? 0 : 0x1000000 * (modules_ + 1), at = 0x1000000 * (modules_ + 1);
    target.add_region(at, 0x10000);
    std::vector<std::string> names = undefined;
    names.emplace_back("defined");
    const std::size_t symbol = word_ == 8 ? 24 : 16, section = word_ == 8 ? 6 : 14;
    std::uint64_t string = 1;
    for (std::size_t i = 0; i < names.size(); ++i) {
      const std::uint64_t entry = at + 0x1000 + (i + 1) * symbol;
      target.write_number(entry, string, 4);
      target.write_number(entry + section, i < undefined.size() ? 0 : 7, 2);
      target.write_text(at + 0x8000 + string, names[i]);
      string += names[i].size() + 1;
    }
    const std::uint64_t hash = at + 0x4000;
    target.write_number(hash, 1, 4);                         // one bucket
    target.write_number(hash + 4, undefined.size() + 1, 4);  // the first symbol that is defined
    target.write_number(hash + 8, 1, 4);                     // one word of the filter
    target.write_number(hash + 16 + word_, undefined.size() + 1, 4);
    target.write_number(hash + 16 + word_ + 4, 1, 4);  // the last one of its chain
    const std::pair<std::uint64_t, std::uint64_t> entries[] = {
        {DT_SYMTAB, at + 0x1000}, {DT_STRTAB, at + 0x8000}, {DT_STRSZ, string}, {DT_GNU_HASH, hash}, {DT_NULL, 0}};
    for (std::size_t i = 0; i < std::size(entries); ++i) {
      target.write_pointer(at + i * 2 * word_, entries[i].first);
      target.write_pointer(at + i * 2 * word_ + word_, entries[i].second);
    }
    const std::uint64_t link = link_of(modules_), name = debug + 0x8000 + modules_ * 0x100;
    target.write_pointer(modules_ == 0 ? debug + word_ : link_of(modules_ - 1) + 3 * word_, link);
    target.write_text(name, path);
    target.write_pointer(link, bias);
    target.write_pointer(link + word_, name);
    target.write_pointer(link + 2 * word_, at);
    ++modules_;
    return at;
  }

  std::uint64_t link_of(std::uint64_t module) const { return debug + 0x1000 + module * 0x100; }

  ImportedCollectives read() {
    return read_imported_collectives(target, [this](Address at, std::span<std::byte> bytes) {
      return target.read_up_to(at, bytes.data(), bytes.size()) == bytes.size();
    });
  }
  // "MPI_Ibarrier MPI_Ibcast", with "perhaps" in front if that is not certain; or the problem.
  std::string text() {
    const ImportedCollectives found = read();
    if (!found.problem.empty()) return found.problem;
    std::string text = found.is_certain ? "" : "perhaps ";
    for (const std::string_view name : found.names)
      text += (text.empty() || text.ends_with(' ') ? "" : " ") + std::string(name);
    return text;
  }

  static constexpr std::uint64_t debug = 0x10000;
  fake::Target target;

 private:
  unsigned word_;
  std::uint64_t modules_ = 0;
};

}  // namespace

TEST_CASE("the collectives that the program and its libraries import") {
  for (const unsigned pointer_size : {8u, 4u}) {
    Linked process(pointer_size, pointer_size == 8 ? ByteOrder::little : ByteOrder::big);
    process.add("", {"MPI_Init", "MPI_Ibarrier", "printf"});
    process.add("/usr/lib/libsolver.so.1", {"MPI_Iallreduce_c", "MPI_Send"});
    process.add("/usr/lib/libmpi.so.40", {"MPI_Ibcast"});
    process.add("/usr/lib/openmpi/mca_io_romio321.so", {"MPI_Ialltoallw"});
    process.add("/lib/libc.so.6", {"dlsym"});
    CHECK(process.text() == "MPI_Iallreduce MPI_Ibarrier");
  }
}

TEST_CASE("what a symbol stands for") {
  CHECK(nonblocking_collective_of("MPI_Ibarrier") == "MPI_Ibarrier");
  CHECK(nonblocking_collective_of("PMPI_Ibcast") == "MPI_Ibcast");
  CHECK(nonblocking_collective_of("MPI_Ialltoallv_c") == "MPI_Ialltoallv");
  CHECK(nonblocking_collective_of("mpi_ireduce_scatter_block_") == "MPI_Ireduce_scatter_block");
  CHECK(nonblocking_collective_of("mpi_igather_f08_") == "MPI_Igather");
  CHECK(nonblocking_collective_of("mpi_ibcast_f08ts_") == "MPI_Ibcast");
  CHECK(nonblocking_collective_of("pmpi_iscan__") == "MPI_Iscan");
  CHECK(nonblocking_collective_of("MPI_IBARRIER") == "MPI_Ibarrier");
  CHECK(nonblocking_collective_of("MPIX_Bcast_init") == "MPI_Bcast_init");
  CHECK(nonblocking_collective_of("MPI_Comm_idup") == "MPI_Comm_idup");
  for (const char *other :
       {"MPI_Barrier", "MPI_Isend", "MPI_Recv_init", "MPI_File_iread_all", "Ibarrier", "", "p", "MPI_"})
    CHECK(nonblocking_collective_of(other).empty());
}

TEST_CASE("a wrapper library that imports everything leaves everything possible") {
  Linked process;
  process.add("", {"MPI_Init", "MPI_Ibarrier"});
  process.add("/usr/lib/libwrapper.so", {"PMPI_Ibarrier", "PMPI_Ibcast", "PMPI_Iallreduce"});
  process.add("/usr/lib/libmpi.so.40", {});
  CHECK(process.text() == "MPI_Iallreduce MPI_Ibarrier MPI_Ibcast");
}

TEST_CASE("two MPI libraries in one process import nothing for the program") {
  Linked process;
  process.add("", {"MPI_Init", "MPI_Ibarrier"});
  process.add("/usr/lib/libmpi.so.40", {"MPI_Ibcast"});
  process.add("/usr/lib/libmpich.so.12", {"MPI_Iallreduce"});
  CHECK(process.text() == "MPI_Ibarrier");
}

TEST_CASE("functions that are looked up by name are not imported") {
  Linked process;
  SUBCASE("all of MPI") {
    process.add("", {"dlopen", "dlsym"});
    process.add("/usr/lib/libmpi.so.40", {});
    CHECK(process.text() == "the program looks up the functions of MPI by name");
  }
  SUBCASE("perhaps some of them, by an interpreter") {
    process.add("", {"printf"});
    process.add("/usr/lib/libpython3.11.so", {"dlsym"});
    process.add("/usr/lib/libhdf5.so", {"MPI_Init", "MPI_Ibarrier"});
    process.add("/usr/lib/libmpi.so.40", {});
    CHECK(process.text() == "perhaps MPI_Ibarrier");
  }
  SUBCASE("none of them, by a library of a program that calls MPI itself") {
    process.add("", {"MPI_Init", "MPI_Ibarrier"});
    process.add("/usr/lib/libplugins.so", {"dlsym"});
    process.add("/usr/lib/libmpi.so.40", {});
    CHECK(process.text() == "MPI_Ibarrier");
  }
  SUBCASE("a static library has no imports") {
    process.add("", {"printf"});
    CHECK(process.text() == "the MPI library is a part of the program");
  }
  SUBCASE("a static program has no list of modules") {
    process.target.data.clear();
    CHECK(contains(process.text(), "no dynamic linker"));
  }
}

TEST_CASE("an executable refers to functions by their addresses beyond the symbols that are not hashed") {
  Linked process;
  const std::uint64_t at = process.add("", {"MPI_Init", "MPI_Ibarrier"});
  process.add("/usr/lib/libmpi.so.40", {});
  process.target.write_number(at + 0x4000 + 4, 2, 4);       // MPI_Ibarrier is hashed
  process.target.write_number(at + 0x4000 + 16 + 8, 2, 4);  // in the first bucket
  process.target.write_number(at + 0x4000 + 16 + 8 + 4, 0x10, 4);
  process.target.write_number(at + 0x4000 + 16 + 8 + 8, 0x11, 4);
  CHECK(process.text() == "MPI_Ibarrier");
}

TEST_CASE("damaged tables say nothing, and why") {
  Linked process;
  const std::uint64_t program = process.add("", {"MPI_Init", "MPI_Ibarrier"});
  process.add("/usr/lib/libmpi.so.40", {});
  const auto damage = [&](std::uint64_t at, std::uint64_t value, std::size_t size = 8) {
    process.target.write_number(at, value, size);
  };
  SUBCASE("the list is not there") {
    damage(Linked::debug + 8, 0x99999000);
    CHECK(contains(process.text(), "list of modules cannot be read"));
  }
  SUBCASE("the list has no end") {
    damage(process.link_of(1) + 24, process.link_of(0));
    CHECK(contains(process.text(), "list of modules has no end"));
  }
  SUBCASE("the dynamic section has no end") {
    for (std::uint64_t at = program; at < program + 0x8000; at += 8) damage(at, 1);
    CHECK(contains(process.text(), "dynamic section of the program has no end"));
  }
  SUBCASE("the symbols are elsewhere") {
    damage(program + 8, 0x99999000);
    CHECK(contains(process.text(), "table of symbols of the program cannot be read"));
  }
  SUBCASE("more symbols than a program can have") {
    damage(program + 0x4000 + 4, 0xfffffff0, 4);
    CHECK(contains(process.text(), "symbols"));
  }
  SUBCASE("more buckets than memory") {
    damage(program + 0x4000, 0xfffffff0, 4);
    CHECK(contains(process.text(), "has no end"));
  }
  SUBCASE("a chain that does not end") {
    for (std::uint64_t at = program + 0x4000 + 16 + 12; at < program + 0x10000; at += 4) damage(at, 2, 4);
    CHECK(contains(process.text(), "cannot be read"));
  }
  SUBCASE("a name outside of the names") {
    damage(program + 0x1000 + 24, 0x7fffffff, 4);
    CHECK(contains(process.text(), "outside of the names"));
  }
  SUBCASE("no tables at all: nothing is imported") {
    damage(program, DT_NULL);
    CHECK(process.text() == "the program looks up the functions of MPI by name");
  }
}
