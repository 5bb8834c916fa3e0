// Where the code is installed: found from the file that it is in, whatever the program was called by.

#include "mpidbg/base/installation.h"

#include <doctest/doctest.h>
#include <spawn.h>
#include <sys/wait.h>

#include <cstdlib>
#include <filesystem>

using namespace mpidbg;

TEST_CASE("own directory: that of the program's file") {
  const auto own = own_directory();
  REQUIRE(own);
  CHECK(*own == std::filesystem::read_symlink("/proc/self/exe").parent_path().string());
}

TEST_CASE("a program that was called by another name than its file's") {
  // The test before, of the same program.
  std::string name = "of no file", only = "-tc=own directory*";
  char *const arguments[] = {name.data(), only.data(), nullptr};
  pid_t child = 0;
  REQUIRE(::posix_spawn(&child, "/proc/self/exe", nullptr, nullptr, arguments, environ) == 0);
  int status = 0;
  REQUIRE(::waitpid(child, &status, 0) == child);
  CHECK(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 0);
}

TEST_CASE("the folders of an installation are known from each that has code, and from no other") {
  const std::string version = MPIDBG_VERSION, libraries = MPIDBG_LIBDIR;
  const std::string expected = "/opt/it/" + libraries + "/mpidbg/" + version;
  for (const std::string &own : {std::string("/opt/it/bin"), "/opt/it/" + libraries, expected}) {
    CAPTURE(own);
    CHECK(private_directory_of(own) == expected);
    CHECK(data_directory_of(own) == "/opt/it/share/mpidbg");
  }
  for (const std::string own : {"/opt/it", "/opt/itbin", "/opt/it/sbin", ""}) {
    CAPTURE(own);
    CHECK_FALSE(private_directory_of(own).has_value());
    CHECK_FALSE(data_directory_of(own).has_value());
  }
}
