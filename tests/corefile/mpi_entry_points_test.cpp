// Programs that MPI is linked into have of its functions only those that they call: each way to begin it is known.

#include "corefile/mpi/mpi_entry_points.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <string>

#include "corefile/mpi/mpi_process.h"
#include "tests/corefile/target_process.h"

using namespace corefile;
using namespace corefile_test;

TEST_CASE("a program that MPI is linked into is known by each function that begins MPI") {
  for (const std::string entry_point : {"PMPI_Init", "PMPI_Init_thread", "PMPI_Session_init", "no_MPI"}) {
    CAPTURE(entry_point);
    const std::string program = BEGINS_MPI + entry_point;
    const TargetProcess child(program, 0, {"OMPI_COMM_WORLD_RANK=0", "OMPI_COMM_WORLD_SIZE=1"});
    const bool is_mpi = entry_point != "no_MPI";
    CHECK(mpi_library_of(child.pid()) == (is_mpi ? std::filesystem::canonical(program).string() : std::string()));
    const auto process = open_live_process(child.pid(), {});
    REQUIRE_MESSAGE(process, process.error().message);
    const MpiEntryPoint found = find_mpi_entry_point(**process);
    CHECK(found.name == (is_mpi ? entry_point : std::string()));
    CHECK(found.module == (is_mpi ? &(*process)->modules().front() : nullptr));
  }
}
