// Whether a job stands still: which ranks count as moved, and for how long nothing has moved.

#include "mqs_shim/job/why/verdict/standstill.h"

#include <doctest/doctest.h>

#include "tests/verdict/job_builder.h"

namespace mqs_shim::why {

namespace {

using Indices = std::vector<std::uint32_t>;
using std::chrono::seconds;

// Ranks 0 and 1 of three wait in MPI_Recv, rank 2 runs.
JobBuilder two_receivers() {
  JobBuilder job(3);
  job.recv(0, 1, 7);
  job.recv(1, 2, 7);
  return job;
}

Movements movements(const JobBuilder &first, const JobBuilder &second) {
  TwoLooks looks;
  for (const Evidence &one : first.ranks()) looks.add_to_first(one);
  for (const Evidence &one : second.ranks()) looks.add_to_second(one);
  looks.compare();
  return movements_of(looks);
}

void count_nothing(JobBuilder &job) {
  for (Evidence &one : job.ranks()) one.counts = false;
}

}  // namespace

TEST_CASE("nothing has moved in two equal looks") {
  const JobBuilder job = two_receivers();
  const Movements seen = movements(job, job);
  CHECK(seen.moved.empty());
  CHECK(seen.still == Indices{0, 1, 2});
  CHECK(seen.ended.empty());
  CHECK(seen.unseen.empty());
}

TEST_CASE("a call whose messages move, another call, and a rank that is new or gone have moved") {
  JobBuilder first = two_receivers();
  JobBuilder second = two_receivers();
  SUBCASE("a message") {
    second.operation(0, 0).bytes_done = 4096;
  }
  SUBCASE("a call") {
    second.thread(0).call = "MPI_Wait";
  }
  SUBCASE("another process") {
    first.rank(0).pid = 41;
    second.rank(0).pid = 42;
  }
  SUBCASE("one less") {
    second.ranks().erase(second.ranks().begin());
  }
  SUBCASE("one more") {
    first.ranks().erase(first.ranks().begin());
  }
  CHECK(movements(first, second).moved == Indices{0});
}

TEST_CASE("that a rank has ended or was stopped is a movement once") {
  const JobBuilder first = two_receivers();
  JobBuilder second = two_receivers();
  SUBCASE("ended") {
    second.rank(1).state = ProcessState::exited;
    CHECK(movements(first, second).moved == Indices{1});
    CHECK(movements(second, second).moved.empty());
    CHECK(movements(second, second).ended == Indices{1});
  }
  SUBCASE("stopped") {
    second.rank(1).stopped = true;
    CHECK(movements(first, second).moved == Indices{1});
    CHECK(movements(second, second).moved.empty());
    CHECK(movements(second, second).still == Indices{0, 1, 2});
  }
}

TEST_CASE("the program's own code moves nothing of MPI, which only a library that counts can show") {
  JobBuilder first = two_receivers();
  JobBuilder second = two_receivers();
  second.thread(2).site.line = 90;
  CHECK(movements(first, second).moved.empty());
  CHECK(movements(first, second).still == Indices{0, 1, 2});
  count_nothing(first);
  count_nothing(second);
  CHECK(movements(first, second).moved == Indices{2});
  CHECK(movements(first, first).moved.empty());
}

TEST_CASE("a rank that tests has not moved where it is seen beside its test, whether its library counts or not") {
  JobBuilder tests = two_receivers();
  JobBuilder sleeps = tests;
  tests.receive(2, 0, 1);
  sleeps.receive(2, 0, 1);
  tests.thread(2).call = "MPI_Test";
  tests.thread(2).activity = Activity::polls;
  sleeps.thread(2).site.line = 90;
  SUBCASE("counts") {}
  SUBCASE("counts nothing") {
    count_nothing(tests);
    count_nothing(sleeps);
  }
  CHECK(movements(tests, sleeps).moved.empty());
  CHECK(movements(sleeps, tests).moved.empty());
}

TEST_CASE("a rank that cannot be read neither moves nor stands still") {
  JobBuilder job = two_receivers();
  job.rank(0).state = ProcessState::unreadable;
  CHECK(movements(job, job).unseen == Indices{0});
  CHECK(movements(job, job).still == Indices{1, 2});
}

TEST_CASE("a standstill lasts from the last look that saw a movement") {
  const Standstill::Clock::time_point start{};
  Movements none, some, unseen;
  none.still = {0, 1};
  some.still = {0};
  some.moved = {1};
  unseen.unseen = {0, 1};
  Standstill still(start);
  CHECK(still.lasts() == seconds(0));
  still.add(start + seconds(60), none);
  still.add(start + seconds(120), none);
  CHECK(still.lasts() == seconds(120));
  still.add(start + seconds(180), some);
  CHECK(still.lasts() == seconds(0));
  still.add(start + seconds(240), none);
  CHECK(still.lasts() == seconds(60));
  still.add(start + seconds(300), unseen);
  CHECK(still.lasts() == seconds(0));
}

}  // namespace mqs_shim::why
