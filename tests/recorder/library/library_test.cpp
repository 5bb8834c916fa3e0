// Which MPI library a recorder takes, and what it finds there. Built for each of the three ABIs that a recorder can
// have.

#include "mpidbg/recorder/library.h"

#include <dlfcn.h>
#include <doctest/doctest.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "tests/recorder/parts/in_child.h"

namespace {

enum Abi { standard, open_mpi, mpich };
#if MPIDBG_IS_STANDARD_ABI
constexpr Abi own = standard;
#elif defined(OPEN_MPI)
constexpr Abi own = open_mpi;
#else
constexpr Abi own = mpich;
#endif

// A library that is loaded late and privately, under that name. Null texts: the functions fail.
struct Loaded {
  const char *version = nullptr, *abi = nullptr;
  bool has_names_of_open_mpi = false;
  const char *file = "libmpi.so.40";
};

void *load(const Loaded &library) {
  const auto put = [](const char *name, const char *value) {
    value == nullptr ? unsetenv(name) : setenv(name, value, 1);
  };
  put("TOY_MPI_VERSION", library.version);
  put("TOY_MPI_ABI", library.abi);
  char directory[] = "/tmp/mpidbg-library-XXXXXX";
  REQUIRE(mkdtemp(directory) != nullptr);
  const std::string path = std::string(directory) + "/" + library.file;
  std::filesystem::copy(library.has_names_of_open_mpi ? OPEN_MPI_LIBRARY : ANY_LIBRARY, path);
  void *const handle = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  REQUIRE(handle != nullptr);
  std::filesystem::remove_all(directory);
  return handle;
}

// What it says on stderr.
std::string find(recorder::Library &answer) {
  char path[] = "/tmp/mpidbg-library-XXXXXX";
  const int file = mkstemp(path), before = dup(STDERR_FILENO);
  dup2(file, STDERR_FILENO);
  answer = recorder::find_library();
  CHECK(recorder::find_library() == answer);
  dup2(before, STDERR_FILENO);
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  unlink(path);
  return text.str();
}

void check(const Loaded &library, Abi taken_by, bool by_none = false) {
  in_child([&] {
    CAPTURE(library.version);
    CAPTURE(library.abi);
    CAPTURE(library.file);
    load(library);
    recorder::Library answer{};
    const std::string said = find(answer);
    const bool is_taken = !by_none && taken_by == own;
    CHECK(answer == (is_taken ? recorder::Library::accepted : recorder::Library::refused));
    std::string expected;
    if (!is_taken) {
      const char *const built_for[] = {"the standard ABI of MPI-5", "Open MPI", "the ABI of MPICH"};
      expected =
          std::string("mpidbg: nothing is recorded: the recorder is for ") + built_for[own] + ", the program uses ";
      expected += library.version == nullptr ? "an unknown MPI library" : std::string(library.version).substr(0, 40);
      if (library.abi != nullptr && std::atoi(library.abi) > 0) expected += ", with the standard ABI of MPI";
      expected += "\n";
    }
    CHECK(said == expected);
  });
}

void refuse(const Loaded &library) {
  check(library, own, true);
}

}  // namespace

TEST_CASE("a library is taken by the recorder of its ABI alone") {
  for (const char *abi : {static_cast<const char *>(nullptr), "0"}) {
    check({.version = "Open MPI v4.1.4", .abi = abi}, open_mpi);
    check({.version = "MPICH Version: 4.0.2", .abi = abi}, mpich);
  }
  check({.version = "Open MPI v6.0", .abi = "1"}, standard);
  check({.version = "MPICH Version: 5.0", .abi = "1"}, standard);
  check({.version = "Example", .abi = "1"}, standard);
  check({.version = "Example", .abi = "1", .has_names_of_open_mpi = true}, standard);
  check({.version = "Example", .abi = "1", .file = "libmpi.so.12"}, standard);
  check({.abi = "1"}, standard);
  refuse({.version = "Example", .abi = "2"});
  refuse({.version = "Example MPI of a name that is longer than forty bytes"});
  refuse({});
}

TEST_CASE("products made of Open MPI and MPICH") {
  check({.version = "Example", .has_names_of_open_mpi = true}, open_mpi);
  for (const char *name :
       {"MVAPICH2 Version 2.3", "Intel(R) MPI Library 2021", "ParaStation MPI 5", "MPI VERSION : CRAY MPICH 8"})
    check({.version = name}, mpich);
  refuse({.version = "Not MPICH"});
  refuse({.version = "Not Open MPI"});
}

TEST_CASE("libraries of MPICH's ABI are known by the number in their name") {
  for (const char *name : {"libmpi.so.12", "libmpich.so.12.1.8", "libmpi_gnu.so.12"}) {
    check({.version = "Example", .file = name}, mpich);
    check({.file = name}, mpich);
    check({.version = "Example", .has_names_of_open_mpi = true, .file = name}, open_mpi);
    check({.version = "Open MPI v1.10", .file = name}, open_mpi);
  }
  for (const char *name : {"libother.so.12", "libmpi.so.120", "libmpi.so.12a", "libmpi.so.1", "libmpi.so"})
    refuse({.version = "Example", .file = name});
}

TEST_CASE("the version is one line") {
  in_child([] {
    load({.version = "Open MPI\tv4.1\nof\nthe test", .abi = "1"});
    recorder::Library answer{};
    find(answer);
    CHECK(std::string(recorder::library_version()) == "Open MPI v4.1 of the test");
    CHECK(recorder::is_open_mpi() == (own != mpich));
    CHECK(recorder::is_mpich() == (own == mpich));
  });
  in_child([] {
    load({.version = "MPICH of the test", .abi = "1"});
    recorder::Library answer{};
    find(answer);
    CHECK(recorder::is_open_mpi() == (own == open_mpi));
    CHECK(recorder::is_mpich() == (own != open_mpi));
    if (own == open_mpi) return;
    CHECK(recorder::is_shared_request(std::uint64_t{1} << 30));
    CHECK_FALSE(recorder::is_shared_request(std::uint64_t{3} << 30));
  });
}

TEST_CASE("null handles") {
  in_child([] {
    void *const library = load({.version = own == mpich ? "MPICH" : "Open MPI",
                                .abi = own == standard ? "1" : "0",
                                .has_names_of_open_mpi = own != mpich});
    recorder::Library answer{};
    CHECK(find(answer).empty());
    REQUIRE(answer == recorder::Library::accepted);
    const auto symbol = [library](const char *name) { return reinterpret_cast<std::uintptr_t>(dlsym(library, name)); };
    CHECK(recorder::shared_request == (own == mpich ? 0 : symbol("ompi_request_empty")));
    if (own != mpich) CHECK(recorder::is_shared_request(symbol("ompi_request_empty")));
    if (own != mpich) CHECK_FALSE(recorder::is_shared_request(symbol("ompi_request_empty") + 1));
    const std::uint64_t numbers[] = {384, 256, 264, 512, 32, 272, 280, 304, 320, 296, 288};
    const char *const names[] = {"ompi_request_null",      "ompi_mpi_comm_null", "ompi_mpi_group_null",
                                 "ompi_mpi_datatype_null", "ompi_mpi_op_null",   "ompi_mpi_win_null",
                                 "ompi_mpi_file_null",     "ompi_mpi_info_null", "ompi_mpi_errhandler_null",
                                 "ompi_message_null"};
    // In the order of the record's kinds; those of sessions only where they are numbers.
    for (int kind = 0; kind < 10; ++kind) {
      CAPTURE(kind);
      CHECK(recorder::null_handle[kind] == (own == open_mpi ? symbol(names[kind]) : numbers[kind]));
      if (own != open_mpi) continue;
      REQUIRE((recorder::from_fortran[kind] != nullptr));
      CHECK(reinterpret_cast<std::uintptr_t>(recorder::from_fortran[kind](5)) == symbol(names[kind]) + 5);
      CHECK(recorder::to_fortran[kind](reinterpret_cast<void *>(symbol(names[kind]) + 6)) == 6);
    }
    if (own != open_mpi) CHECK(recorder::null_handle[MPIDBG_RECORD_SESSION] == 288);
    const auto predefined = recorder::predefined_communicators();
    CHECK(predefined[0] == (own == open_mpi ? symbol("ompi_mpi_comm_world") : 257));
    CHECK(predefined[1] == (own == open_mpi ? symbol("ompi_mpi_comm_self") : 258));
  });
}

TEST_CASE("what the library answers of communicators, datatypes and threads, and what it does not") {
  in_child([] {
    load({.version = "MPICH", .abi = "1"});
    CHECK(recorder::place_in(1).rank == 3);
    CHECK(recorder::place_in(1).size == 4);
    for (const std::uint64_t none : {0, 5, 10}) {  // no communicator; its size, or its rank, cannot be had
      CHECK(recorder::place_in(none).rank == 0);
      CHECK(recorder::place_in(none).size == 0);
    }
    CHECK(recorder::is_predefined_datatype(9));
    CHECK_FALSE(recorder::is_predefined_datatype(10));
    CHECK(recorder::parts_of_datatype(9) == 0);
    CHECK(recorder::parts_of_datatype(10) == 2);
    CHECK(recorder::is_predefined_datatype(20));
    CHECK(recorder::parts_of_datatype(20) == 0);
    CHECK(recorder::thread_level() == -1);
    setenv("TOY_MPI_LEVEL", "2048", 1);
    CHECK(recorder::thread_level() == 2048);
  });
}

TEST_CASE("a process without an MPI library") {
  in_child([] {
    CHECK(recorder::find_symbol("PMPI_Init") == nullptr);
    CHECK(recorder::address_of("ompi_request_empty") == 0);
    CHECK(recorder::place_in(1).size == 0);
    CHECK(recorder::thread_level() == -1);
    CHECK(recorder::is_predefined_datatype(10));
    recorder::Library answer{};
    CHECK(find(answer).find("the program uses an unknown MPI library\n") != std::string::npos);
    CHECK(answer == recorder::Library::refused);
    CHECK(std::string(recorder::library_version()).empty());
    // In place of a function that the library lacks.
    CHECK(reinterpret_cast<int (*)()>(recorder::next_c[recorder::call_Barrier])() == MPI_ERR_OTHER);
    CHECK(recorder::find_symbol("printf") == reinterpret_cast<void *>(dlsym(RTLD_DEFAULT, "printf")));
  });
}
