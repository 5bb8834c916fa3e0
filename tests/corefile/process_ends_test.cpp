// Waiting until processes have ended.

#include "corefile/process/process_ends.h"

#include <doctest/doctest.h>
#include <signal.h>

#include "corefile/process/proc_files.h"
#include "tests/corefile/target_process.h"

using namespace corefile;
using namespace corefile_test;
using Clock = std::chrono::steady_clock;

TEST_CASE("all of several processes have to end") {
  TargetProcess first, second;
  auto ends = ProcessEnds::of({first.pid(), second.pid()});
  REQUIRE_MESSAGE(ends, ends.error().message);
  CHECK_FALSE(ends->wait_until(Clock::now()));
  first.kill_and_reap(SIGKILL);
  CHECK_FALSE(ends->wait_until(Clock::now()));
  // A zombie has ended.
  ::kill(second.pid(), SIGKILL);
  CHECK(ends->wait_until(Clock::now() + std::chrono::hours(24)));
  CHECK(ends->wait_until(Clock::now()));
}

TEST_CASE("a process that there is not cannot end") {
  TargetProcess target(TargetProcess::dynamic_program(), 1);
  const std::vector<pid_t> threads = numbers_in(proc_path(target.pid(), "task"));
  REQUIRE(threads.size() == 2);
  for (const pid_t pid : {4'194'305, threads.front() == target.pid() ? threads.back() : threads.front()}) {
    const auto ends = ProcessEnds::of({target.pid(), pid});
    REQUIRE_FALSE(ends);
    CHECK(ends.error().message == "no process with pid " + std::to_string(pid));
  }
}
