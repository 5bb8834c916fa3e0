// Ranks below a launcher: here a shell that starts two of them, one through a wrapper that has the rank's environment
// too.

#include "corefile/mpi/launcher.h"

#include <doctest/doctest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "corefile/mpi/job_identity.h"
#include "corefile/process/process.h"
#include "tests/corefile/target_process.h"

using namespace corefile;
using namespace corefile_test;

TEST_CASE("the ranks that a launcher started, in order, without wrappers") {
  std::string program("'");
  program.append(TargetProcess::dynamic_program()).append("'");
  // The last command of a shell would replace it: the `true` keeps the wrapper in between.
  const std::string script = "OMPI_COMM_WORLD_RANK=1 PMIX_NAMESPACE=1 sh -c \"" + program +
                             " 1; true\" <&3 & "
                             "OMPI_COMM_WORLD_RANK=0 PMIX_NAMESPACE=1 " +
                             program + " <&3 & " + "sh -c 'sleep 1000; true' & wait";
  int input[2], output[2];
  REQUIRE(::pipe(input) == 0);
  REQUIRE(::pipe(output) == 0);
  const pid_t launcher = ::fork();
  REQUIRE(launcher >= 0);
  if (launcher == 0) {
    ::setpgid(0, 0);
    ::dup2(output[1], STDOUT_FILENO);
    ::dup2(input[0], 3);
    for (const int end : {input[1], output[0]}) ::close(end);
    ::execl("/bin/sh", "sh", "-c", script.c_str(), nullptr);
    ::_exit(127);
  }
  ::close(output[1]);
  int ready = 0;
  std::string line;
  for (char c; ready < 2 && ::read(output[0], &c, 1) == 1;) {
    if (c != '\n') {
      line += c;
      continue;
    }
    ready += line == "ready";
    line.clear();
  }
  CHECK(ready == 2);

  const std::vector<pid_t> pids = processes_started_by(launcher);
  REQUIRE(pids.size() == 2);
  for (int rank = 0; rank < 2; ++rank) {
    const auto process = open_live_process(pids[static_cast<std::size_t>(rank)], {});
    REQUIRE_MESSAGE(process, process.error().message);
    CHECK(job_identity(**process).world_rank == rank);
    CHECK((*process)->find_symbol("target_number", SymbolKind::data));
  }
  CHECK(processes_started_by(pids[0]).empty());
  CHECK(processes_started_by(INT32_MAX).empty());
  ::kill(-launcher, SIGKILL);
  ::waitpid(launcher, nullptr, 0);
  for (const int end : {input[0], input[1], output[0]}) ::close(end);
}
