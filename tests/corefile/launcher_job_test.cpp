#include "corefile/mpi/launcher_job.h"

#include <doctest/doctest.h>
#include <unistd.h>

using namespace corefile;

// As a launcher has it for debuggers.
extern "C" {
struct MPIR_PROCDESC {
  const char *host_name, *executable_name;
  int pid;
};
MPIR_PROCDESC *MPIR_proctable = nullptr;
int MPIR_proctable_size = 0;
}

namespace {

Result<ProcessesByHost> own_table(MPIR_PROCDESC *table, int size) {
  MPIR_proctable = table;
  MPIR_proctable_size = size;
  const auto process = open_live_process(::getpid(), {});
  REQUIRE(process);
  return read_mpir_table(**process);
}

LauncherJob hydra(const std::vector<std::string> &words) {
  LauncherJob job;
  read_hydra_words(words, job);
  return job;
}

}  // namespace

TEST_CASE("the table of MPIR has the processes of each host") {
  static const char n1[] = "n1", n2[] = "n2", again[] = "n1";
  static MPIR_PROCDESC table[] = {{n1, "a", 17}, {n2, "a", 17}, {again, "a", 18}, {n2, "b", 0}};
  const auto processes = own_table(table, 4);
  REQUIRE(processes);
  CHECK(*processes == ProcessesByHost{{"n1", {17, 18}}, {"n2", {17}}});
  CHECK(own_table(nullptr, 0)->empty());
}

TEST_CASE("a table that cannot be right is an error in words") {
  static MPIR_PROCDESC table[] = {{"n1", "a", 17}};
  CHECK(own_table(table, -1).error().message.find("MPIR_proctable_size is 4294967295, which exceeds the limit of") !=
        std::string::npos);
  CHECK(own_table(nullptr, 3).error().code == ErrorCode::unreadable);
  static MPIR_PROCDESC wild[] = {{reinterpret_cast<const char *>(16), "a", 17}};
  CHECK(own_table(wild, 1).error().message.find("cannot read a host_name") != std::string::npos);
}

TEST_CASE("what is not a launcher has no job") {
  CHECK(job_of_launcher(::getpid()).error().message.ends_with(" is not a launcher"));
  CHECK(job_of_launcher(999999999).error().message == "pid 999999999 does not exist");
}

TEST_CASE("nodes in the words of hydra, before the program's own") {
  CHECK(hydra({"mpiexec", "-launcher", "ssh", "-f", "hosts", "-n", "4", "a.out", "-f", "x"}).host_file == "hosts");
  CHECK(hydra({"mpiexec", "--hostfile", "hosts", "a.out"}).host_file == "hosts");
  CHECK(hydra({"mpiexec", "-genv", "A", "-f", "-hosts", "n1,n2:4", "a.out"}).nodes ==
        std::vector<std::string>{"n1", "n2"});
  CHECK(hydra({"mpiexec", "-n", "4", "a.out", "-f", "x"}).host_file.empty());
  CHECK(hydra({"mpiexec", "-f"}).host_file.empty());
  for (const char *option : {"-f", "-hostfile", "--machinefile", "-machine"})
    CHECK(hydra({"mpiexec", option, "hosts", "a.out"}).host_file == "hosts");
  for (const char *option : {"-hosts", "-host", "--host"})
    CHECK(hydra({"mpiexec", option, "n1:2,,n2", "a.out"}).nodes == std::vector<std::string>{"n1", "n2"});
  for (const char *option : {"-n", "-np", "-ppn", "-launcher", "-launcher-exec", "-bootstrap", "-bootstrap-exec",
                             "-wdir", "-iface", "-rmk", "-bind-to", "-map-by"})
    CHECK(hydra({"mpiexec", option, "-f", "-f", "hosts", "a.out"}).host_file == "hosts");
  for (const char *option : {"-genv", "-env"})
    CHECK(hydra({"mpiexec", option, "-f", "-f", "-f", "hosts", "a.out"}).host_file == "hosts");
  CHECK(hydra({"mpiexec", "-verbose", "-f", "hosts", "a.out"}).host_file == "hosts");  // without a value
  CHECK(hydra({"mpiexec", "-f", "hosts"}).host_file == "hosts");
  CHECK(hydra({"-f", "hosts", "a.out"}).host_file.empty());  // the first word is the launcher itself
}
