// Calls that go elsewhere than the dynamic linker's order says.

#include "corefile/mpi/mpi_profiling.h"

#include <doctest/doctest.h>

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
