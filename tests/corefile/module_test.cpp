// Files on disk that are gone, replaced or elsewhere.

#include <doctest/doctest.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "corefile/dwarf/type_index.h"
#include "corefile/elf/elf_file.h"
#include "corefile/process/module_list.h"
#include "corefile/process/process.h"
#include "corefile/process/process_image.h"
#include "tests/corefile/target_process.h"

using namespace corefile;
using namespace corefile_test;
namespace fs = std::filesystem;

namespace {

// Copies of program and library, so that they can be removed.
struct Copies {
  Copies() {
    program = fs::canonical(scratch.path()) / "program";
    library = fs::canonical(scratch.path()) / fs::path(TargetProcess::library()).filename();
    fs::copy(TargetProcess::dynamic_program(), program);
    fs::copy(TargetProcess::library(), library);
    target = std::make_unique<TargetProcess>(program, 0, std::vector{"LD_LIBRARY_PATH=" + scratch.path()});
  }

  // Of another build: the same symbols are elsewhere in it.
  void replace(const std::string &path, const std::string &other) {
    fs::remove(path);
    fs::copy(other, path);
  }

  ScratchDirectory scratch;
  std::string program, library;
  std::unique_ptr<TargetProcess> target;
};

const Module &module_of(const Process &process, const std::string &path) {
  for (const Module &module : process.modules()) {
    if (fs::path(module.path).filename() == fs::path(path).filename()) return module;
  }
  REQUIRE_MESSAGE(false, "no module ", path);
  return process.modules().front();
}

bool has_warning(const Process &process, const std::string &text) {
  for (const Module &module : process.modules()) {
    if (!module.problem.empty() && process.name() + ": " + module.problem == text) return true;
  }
  return false;
}

}  // namespace

TEST_CASE("of a running process even deleted and replaced files are read") {
  Copies copies;
  fs::remove(copies.program);
  copies.replace(copies.library, TargetProcess::static_program());
  const auto process = open_live_process(copies.target->pid(), {});
  REQUIRE(process);
  CHECK((*process)->warnings().empty());
  CHECK((*process)->modules()[0].path == copies.program);
  CHECK((*process)->modules()[0].state == ModuleFile::matches);
  CHECK(module_of(**process, copies.library).state == ModuleFile::matches);
  CHECK((*process)->find_symbol("target_number", SymbolKind::data) == Address(copies.target->fact("target_number")));
  CHECK((*process)->find_symbol("MPI_Send", SymbolKind::function) == Address(copies.target->fact("MPI_Send")));
}

TEST_CASE("of a process in a container the files are those that it sees") {
  Copies copies;
  copies.target.reset();
  const std::string other = copies.scratch / "other", start = copies.scratch / "start";
  fs::copy(TargetProcess::static_program(), other);
  fs::rename(copies.library, copies.library + ".inside");
  fs::copy(other, copies.library);
  // The process finds its library where everybody else finds another build.
  std::ofstream(start) << "#!/bin/sh\nexec unshare --user --map-root-user --mount sh -c 'mount --bind \"$0.inside\" "
                          "\"$0\" && exec \"$1\"' "
                       << copies.library << " " << copies.program << "\n";
  fs::permissions(start, fs::perms::owner_all);
  const TargetProcess target(start, 0, {"PATH=/usr/bin:/bin:/usr/sbin", "LD_LIBRARY_PATH=" + copies.scratch.path()});
  const auto process = open_live_process(target.pid(), {});
  REQUIRE_MESSAGE(process, process.error().message);
  CHECK((*process)->warnings().empty());
  CHECK(module_of(**process, copies.library).state == ModuleFile::matches);
  CHECK((*process)->find_symbol("MPI_Send", SymbolKind::function) == Address(target.fact("MPI_Send")));
}

TEST_CASE("a core whose library is gone") {
  Copies copies;
  const std::string path = make_gcore(copies.target->pid(), copies.scratch);
  fs::remove(copies.library);
  const auto process = open_core_file(path, {});
  REQUIRE_MESSAGE(process, process.error().message);
  const Module &module = module_of(**process, copies.library);
  CHECK(module.state == ModuleFile::missing);
  CHECK(module.file == nullptr);
  CHECK(module.build_id.size() == 40);
  CHECK(module.problem == "no file " + module.path + ", which the process has loaded with build-id " + module.build_id);
  CHECK(has_warning(**process, path + ": " + module.problem));
  CHECK_FALSE((*process)->find_symbol("MPI_Send", SymbolKind::function));
  CHECK((*process)->find_symbol("target_number", SymbolKind::data));
}

TEST_CASE("a core whose library has been replaced by another build") {
  Copies copies;
  const std::string path = make_gcore(copies.target->pid(), copies.scratch);
  copies.replace(copies.library, TargetProcess::static_program());
  const auto process = open_core_file(path, {});
  REQUIRE(process);
  const Module &module = module_of(**process, copies.library);
  CHECK(module.state == ModuleFile::differs);
  CHECK(module.file == nullptr);
  const auto other = open_core_file(path, {});
  CHECK(module.problem.starts_with(module.path + " is another build than the one the process has loaded: build-id "));
  CHECK(module.problem.ends_with(" on disk, " + module.build_id + " in the process"));
  CHECK_FALSE((*process)->find_symbol("MPI_Send", SymbolKind::function));
}

TEST_CASE("--exe and --sysroot lead to files that have moved") {
  Copies copies;
  const std::string path = make_gcore(copies.target->pid(), copies.scratch);
  const std::string root = copies.scratch / "root";
  fs::create_directories(root + fs::path(copies.library).parent_path().string());
  fs::copy(copies.library, root + copies.library);
  fs::rename(copies.program, copies.program + ".moved");

  OpenOptions options;
  options.executable = copies.program + ".moved";
  auto process = open_core_file(path, options);
  REQUIRE(process);
  CHECK((*process)->modules()[0].state == ModuleFile::matches);
  CHECK((*process)->modules()[0].path == copies.program);

  options.sysroot = root;
  fs::remove(copies.library);
  process = open_core_file(path, options);
  REQUIRE(process);
  CHECK(module_of(**process, copies.library).state == ModuleFile::matches);
  CHECK(module_of(**process, "libc.so.6").state == ModuleFile::missing);

  // Of the files that are not there the program alone is looked for outside, and must be of the same build.
  options.executable.clear();
  fs::copy(copies.program + ".moved", copies.program);
  process = open_core_file(path, options);
  REQUIRE(process);
  CHECK((*process)->modules()[0].state == ModuleFile::matches);
  CHECK(module_of(**process, "libc.so.6").state == ModuleFile::missing);
  fs::remove(copies.program);
  fs::copy(TargetProcess::static_program(), copies.program);
  process = open_core_file(path, options);
  REQUIRE(process);
  CHECK((*process)->modules()[0].state == ModuleFile::differs);

  options.executable = TargetProcess::static_program();
  process = open_core_file(path, options);
  REQUIRE(process);
  CHECK((*process)->modules()[0].state == ModuleFile::differs);
}

TEST_CASE("a relative name is looked for in the directory of --sysroot, not beside it") {
  CHECK(path_below("/images/node", "./x") == "/images/node/./x");
  CHECK(path_below("/images/node", "x") == "/images/node/x");
  CHECK(path_below("/images/node", "/bin/x") == "/images/node/bin/x");
  CHECK(path_below("", "./x") == "./x");
  CHECK(path_below("", "/bin/x") == "/bin/x");
}

TEST_CASE("a file that is not an ELF file in a library's place") {
  Copies copies;
  const std::string path = make_gcore(copies.target->pid(), copies.scratch);
  fs::remove(copies.library);
  fs::create_directory(copies.library);
  const auto process = open_core_file(path, {});
  REQUIRE(process);
  CHECK(module_of(**process, copies.library).problem.ends_with(" is a directory"));
}

TEST_CASE("types are those of libraries that go by an MPI library's name") {
  const ScratchDirectory scratch;
  for (const std::string name : {"libmpi_types.so", "mca_types.so", "libapplication.so"}) {
    const bool is_sought = name != "libapplication.so";
    CAPTURE(name);
    fs::copy(SAMPLE_TYPES_LIBRARY, scratch / name);
    const TargetProcess target(TargetProcess::dynamic_program(), 0, {"LD_PRELOAD=" + (scratch / name)});
    const auto process = open_live_process(target.pid(), {});
    REQUIRE(process);
    CHECK(module_of(**process, name).state == ModuleFile::matches);
    const StructType *const type = (*process)->find_type("sample_t");
    CHECK((type != nullptr) == is_sought);
    if (type != nullptr) CHECK(type->field("large") != nullptr);
    CHECK((*process)->find_type("absent_t") == nullptr);
  }
}

TEST_CASE("types are those of what defines MPI_Init, too, whatever its name") {
  const TargetProcess target(BEGINS_MPI_INIT);
  const auto process = open_live_process(target.pid(), {});
  REQUIRE(process);
  REQUIRE((*process)->find_type("sample_t") != nullptr);
  CHECK((*process)->find_type("sample_t")->field("large") != nullptr);
}

// gdb writes the notes behind everything else.
TEST_CASE("a gcore that is cut off has lost its notes, and says so") {
  Copies copies;
  const std::string path = make_gcore(copies.target->pid(), copies.scratch);
  const auto whole = fs::file_size(path);
  fs::resize_file(path, whole / 2);
  const auto process = open_core_file(path, {});
  REQUIRE_FALSE(process);
  CHECK(process.error().message.starts_with("core file " + path +
                                            " has no notes about the process: it is truncated, it has " +
                                            std::to_string(whole / 2) + " bytes of "));
}

TEST_CASE("a file whose build-id the memory at hand has to have, and has not, is used with a warning") {
  const std::string program = TargetProcess::dynamic_program();
  const auto file = ElfFile::open(program);
  REQUIRE(file);
  REQUIRE_FALSE((*file)->build_id().empty());
  for (const bool is_readable : {true, false}) {
    CAPTURE(is_readable);
    ModuleSource source;
    source.read_process = source.read_backed = [&](Address, void *to, std::size_t size) {
      if (is_readable) std::memset(to, 0, size);
      return is_readable ? size : 0;
    };
    source.executable = program;
    source.executable_places = {program};
    source.mappings = [] { return std::vector<FileMapping>(); };
    std::vector<Module> modules;
    const auto warnings = load_modules(source, modules);
    REQUIRE(modules.size() == 1);
    CHECK(modules[0].file);
    CHECK(modules[0].state == ModuleFile::unverified);
    const bool is_warned = std::count(warnings.begin(), warnings.end(),
                                      program +
                                          ": the memory of the process lacks its build-id, and the file has "
                                          "one: it may be another build than the process has loaded") == 1;
    CHECK(is_warned == is_readable);
  }
}
