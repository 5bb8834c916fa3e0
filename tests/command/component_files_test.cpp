#include "corefile/command/verbs/profile/component_files.h"

#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace fs = std::filesystem;

TEST_CASE("the components of an Open MPI are beside it and below") {
  std::string place = "/tmp/components-XXXXXX";
  REQUIRE(mkdtemp(place.data()) != nullptr);
  const fs::path lib(place);
  fs::create_directory(lib / "openmpi");
  for (const char *name : {"libmpi.so", "libmpi.so.40", "libopen-pal.so", "libopen-pal.so.80", "libmca_common_sm.so",
                           "libc.so", "openmpi/mca_pml_ob1.so", "openmpi/mca_pml_ob1.la", "openmpi/other.so"}) {
    std::ofstream(lib / name);
  }
  const std::vector<std::string> expected = {lib / "libmca_common_sm.so", lib / "libopen-pal.so",
                                             lib / "openmpi/mca_pml_ob1.so"};
  CHECK(command::component_files(lib / "libmpi.so") == expected);
  CHECK(command::component_files(lib / "libmpi.so.40") == expected);
  CHECK(command::component_files(lib / "libc.so").empty());
  CHECK(command::component_files("/nonexistent/libmpi.so").empty());
  fs::remove_all(lib);
}
