// Calls that go elsewhere than the dynamic linker's order says.

#include "corefile/mpi/mpi_profiling.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>

#include "corefile/elf/elf_file.h"
#include "corefile/mpi/mpi_entry_points.h"
#include "tests/corefile/made_process.h"
#include "tests/corefile/target_process.h"

using namespace corefile;
using namespace corefile_test;

TEST_CASE("a function that nobody has called yet is no redirected call: its slot leads back into the caller") {
  // It is in MPI_Recv, and comes to MPI_Finalize no more.
  const TargetProcess target;
  const auto process = open_live_process(target.pid(), {});
  REQUIRE_MESSAGE(process, process.error().message);
  const auto profiling = examine_mpi_profiling(**process);
  REQUIRE_MESSAGE(profiling, profiling.error().message);
  for (const char *name : {"MPI_Recv", "MPI_Send", "MPI_Finalize"}) {
    CAPTURE(name);
    const auto function = profiling->functions.find(name);
    REQUIRE(function != profiling->functions.end());
    CHECK(function->second.definitions.size() == 1);
    CHECK(function->second.redirected.empty());
  }
}

TEST_CASE("M3 M4 Fortran wrappers whose calls a tool sees, and those whose calls it does not see") {
  const TargetProcess target(TargetProcess::dynamic_program(), 0, {"LD_PRELOAD=" FORTRAN_BINDINGS});
  const auto process = open_live_process(target.pid(), {});
  REQUIRE_MESSAGE(process, process.error().message);
  const auto profiling = examine_mpi_profiling(**process);
  REQUIRE_MESSAGE(profiling, profiling.error().message);
  REQUIRE(profiling->fortran.size() == 1);
  const FortranBindings &bindings = profiling->fortran.front();
  CHECK(bindings.module->path == FORTRAN_BINDINGS);
  CHECK(bindings.call_mpi == 1);
  CHECK(bindings.call_pmpi == 2);
  CHECK(bindings.example == "mpi_init_ calls PMPI_Init");
  CHECK(profiling->tools().empty());
  CHECK(profiling->calling_next == std::vector<const Module *>{bindings.module});
  CHECK_FALSE(profiling->is_static);
}

TEST_CASE("relocation sections that share their bytes are looked at until they exceed the file") {
  const ScratchDirectory scratch;
  const std::string program = scratch / "program";
  std::filesystem::copy_file(TargetProcess::dynamic_program(), program);
  {
    const auto original = ElfFile::open(TargetProcess::dynamic_program());
    REQUIRE(original);
    const std::byte *const bytes = (*original)->bytes().data();
    auto header = *reinterpret_cast<const Elf64_Ehdr *>(bytes);
    const auto *const first = reinterpret_cast<const Elf64_Shdr *>(bytes + header.e_shoff);
    std::vector<Elf64_Shdr> sections(first, first + header.e_shnum);
    const auto relocations = std::find_if(sections.begin(), sections.end(),
                                          [](const Elf64_Shdr &section) { return section.sh_type == SHT_RELA; });
    REQUIRE(relocations != sections.end());
    const Elf64_Shdr copied = *relocations;
    sections.resize(60000, copied);
    header.e_shoff = ((*original)->bytes().size() + 7) & ~std::size_t{7};
    header.e_shnum = static_cast<Elf64_Half>(sections.size());
    std::fstream file(program, std::ios::in | std::ios::out | std::ios::binary);
    file.write(reinterpret_cast<const char *>(&header), sizeof header);
    file.seekp(static_cast<std::streamoff>(header.e_shoff));
    file.write(reinterpret_cast<const char *>(sections.data()),
               static_cast<std::streamsize>(sections.size() * sizeof sections[0]));
  }
  const TargetProcess target(program);
  const auto process = open_live_process(target.pid(), {});
  REQUIRE_MESSAGE(process, process.error().message);
  const auto profiling = examine_mpi_profiling(**process);
  REQUIRE_MESSAGE(profiling, profiling.error().message);
  REQUIRE(profiling->partly_seen.size() == 1);
  CHECK(profiling->partly_seen[0]->path == program);
  CHECK(profiling->unseen.empty());
  CHECK(profiling->functions.contains("MPI_Recv"));
}

TEST_CASE("of a module whose slots cannot be read not all calls are seen") {
  const TargetProcess target;
  const auto process = open_live_process(target.pid(), {});
  REQUIRE_MESSAGE(process, process.error().message);
  MadeProcess made;  // without memory, as a core file that was cut off
  made.modules_of_test = (*process)->modules();
  for (const std::string_view name : mpi_entry_points) {
    if (const Module *const module = (*process)->module_defining(name))
      made.symbols[std::string(name)] = {static_cast<std::size_t>(module - (*process)->modules().data()), Address()};
  }
  const auto profiling = examine_mpi_profiling(made);
  REQUIRE_MESSAGE(profiling, profiling.error().message);
  REQUIRE(profiling->partly_seen.size() == 1);
  CHECK(profiling->partly_seen[0]->path == TargetProcess::dynamic_program());
  CHECK(profiling->functions.at("MPI_Recv").redirected.empty());
  CHECK(examine_mpi_profiling(**process)->partly_seen.empty());
}

TEST_CASE("MPI that is linked into the program") {
  const TargetProcess target(TargetProcess::static_program());
  const auto process = open_live_process(target.pid(), {});
  REQUIRE_MESSAGE(process, process.error().message);
  const auto profiling = examine_mpi_profiling(**process);
  REQUIRE_MESSAGE(profiling, profiling.error().message);
  CHECK(profiling->is_static);
  CHECK(profiling->library == &(*process)->modules().front());
}
