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

TEST_CASE("a rank that computes has not moved, and does not stand still") {
  JobBuilder first = two_receivers(), second = two_receivers();
  first.rank(2).computing = {{0, 1000}};
  second.rank(2).computing = {{0, 2000}};
  CHECK(movements(first, second).moved.empty());
  CHECK(movements(first, second).computing == Indices{2});
  CHECK(movements(first, second).still == Indices{0, 1});
}

namespace {

// Looks at a job, one after the other.
class Watch {
 public:
  explicit Watch(JobBuilder job) : before_(std::move(job)) {}

  // Returns how long the standstill lasts after a look, 60 s after the one before.
  Standstill::Clock::duration after(const JobBuilder &job) {
    TwoLooks looks;
    for (const Evidence &one : before_.ranks()) looks.add_to_first(one);
    for (const Evidence &one : job.ranks()) looks.add_to_second(one);
    looks.compare();
    Movements seen = movements_of(looks);
    standstill_.add(Standstill::Clock::time_point{} + seconds(60) * ++looks_, looks, seen);
    before_ = job;
    return standstill_.lasts();
  }

 private:
  JobBuilder before_;
  Standstill standstill_{Standstill::Clock::time_point{}};
  int looks_ = 0;
};

}  // namespace

TEST_CASE("a standstill lasts from the last look that saw a movement") {
  JobBuilder job = two_receivers();
  Watch watch(job);
  CHECK(watch.after(job) == seconds(60));
  CHECK(watch.after(job) == seconds(120));
  job.operation(0, 0).bytes_done = 4096;
  CHECK(watch.after(job) == seconds(0));
  CHECK(watch.after(job) == seconds(60));
  for (Evidence &one : job.ranks()) one.state = ProcessState::unreadable;
  CHECK(watch.after(job) == seconds(0));
}

TEST_CASE("nothing stands still while a rank computes, unless it was seen in a test and has not moved since") {
  JobBuilder job = two_receivers();
  std::int64_t used = 1000;
  const auto compute = [&] {
    job.rank(2).computing = {{0, used += 900}};
    return job;
  };
  Watch watch(compute());
  CHECK(watch.after(compute()) == seconds(0));
  CHECK(watch.after(compute()) == seconds(0));
  job.thread(2).call = "MPI_Test";
  job.thread(2).activity = Activity::polls;
  CHECK(watch.after(job) == seconds(60));
  job.thread(2) = Thread{};
  CHECK(watch.after(compute()) == seconds(120));
  CHECK(watch.after(compute()) == seconds(180));
  job.rank(2).channels.push_back({0, {0, 1}, 3, 0, 0});
  CHECK(watch.after(compute()) == seconds(0));
  CHECK(watch.after(compute()) == seconds(0));
}

}  // namespace mqs_shim::why
