// What ranks did between two looks: each pace, and what cannot be said.

#include "mqs_shim/job/why/verdict/rank_progress.h"

#include <doctest/doctest.h>

#include "tests/verdict/job_builder.h"

namespace mqs_shim::why {

namespace {

// Ranks 0 and 1 of three wait in MPI_Recv, rank 2 runs.
JobBuilder two_receivers() {
  JobBuilder job(3);
  job.recv(0, 1, 7);
  job.recv(1, 2, 7);
  return job;
}

RankProgress of_rank_0(const JobBuilder &first, const JobBuilder &second) {
  const std::vector<RankProgress> ranks = progress_of(first.ranks(), second.ranks());
  REQUIRE_FALSE(ranks.empty());
  CHECK(ranks[0].id == ProcessId{0, 0});
  return ranks[0];
}

}  // namespace

TEST_CASE("ranks in the same calls stand still, and one that runs in both looks is outside") {
  const JobBuilder first = two_receivers();
  const auto ranks = progress_of(first.ranks(), first.ranks());
  REQUIRE(ranks.size() == 3);
  CHECK(ranks[0].pace == Pace::still);
  CHECK(ranks[1].pace == Pace::still);
  CHECK(ranks[2].pace == Pace::outside);
  for (const RankProgress &rank : ranks) {
    CHECK(rank.changes.empty());
    CHECK(rank.first == rank.second);
  }
}

TEST_CASE("where nothing is counted, a call that looks the same may be another one") {
  JobBuilder first = two_receivers();
  for (Evidence &one : first.ranks()) one.counts = false;
  CHECK(of_rank_0(first, first).pace == Pace::unclear);
  // Other counters show it.
  for (Evidence &one : first.ranks()) one.progress_counters = {4};
  CHECK(of_rank_0(first, first).pace == Pace::still);
}

TEST_CASE("a rank whose call is the same while something of it moves is slow") {
  const JobBuilder first = two_receivers();
  JobBuilder second = two_receivers();
  SUBCASE("pieces of a message") {
    second.operation(0, 0).bytes_done = 4096;
    CHECK(of_rank_0(first, second).changes == std::vector{Change::operations});
  }
  SUBCASE("messages that it has taken") {
    second.under_way(1, 0);
    second.rank(0).channels.push_back({0, {0, 1}, 0, 1, 0});
    CHECK(of_rank_0(first, second).changes == std::vector{Change::counters});
  }
  SUBCASE("rounds of a nonblocking collective") {
    second.schedule(0, "MPI_Ibarrier", {});
    CHECK(of_rank_0(first, second).changes == std::vector{Change::schedules});
  }
  CHECK(of_rank_0(first, second).pace == Pace::slow);
}

TEST_CASE("a rank that has made another call is live") {
  const JobBuilder first = two_receivers();
  JobBuilder second = two_receivers();
  SUBCASE("the same function, called again") {
    second.thread(0).call_frame = Address(0x7ffc0010);
  }
  SUBCASE("another place") {
    second.thread(0).site.line = 40;
  }
  SUBCASE("it runs now") {
    second.thread(0) = Thread{};
  }
  CHECK(of_rank_0(first, second).pace == Pace::live);
  CHECK(of_rank_0(second, first).pace == Pace::live);
}

TEST_CASE("a rank outside of MPI in both looks has gone on if anything of MPI has moved") {
  const JobBuilder first(2);
  JobBuilder second(2);
  second.thread(0).site.line = 40;
  CHECK(of_rank_0(first, second).pace == Pace::outside);
  CHECK(of_rank_0(first, second).changes == std::vector{Change::calls});
  second.rank(0).channels.push_back({0, {0, 1}, 3, 0, 0});
  CHECK(of_rank_0(first, second).pace == Pace::live);
}

TEST_CASE("a rank that tests without anything moving does not stand still: it calls again and again") {
  JobBuilder first(2);
  first.receive(0, 1, 7);
  first.thread(0).call = "MPI_Test";
  first.thread(0).activity = Activity::polls;
  CHECK(of_rank_0(first, first).pace == Pace::outside);
  JobBuilder second = first;
  second.message(1, 0, 9);
  CHECK(of_rank_0(first, second).pace == Pace::live);
}

TEST_CASE("a rank that is seen in a test once and beside it once has not gone on, one that has made another call has") {
  JobBuilder tests(2);
  tests.receive(0, any_source, 1);
  JobBuilder sleeps = tests;
  sleeps.thread(0).site.line = 4;
  tests.thread(0).call = "MPI_Test";
  tests.thread(0).activity = Activity::polls;
  CHECK(of_rank_0(tests, sleeps).pace == Pace::outside);
  CHECK(of_rank_0(sleeps, tests).pace == Pace::outside);
  SUBCASE("a message") {
    sleeps.message(1, 0, 9);
  }
  SUBCASE("a call that does not wait") {
    sleeps.thread(0).call = "MPI_Irecv";
  }
  SUBCASE("a call that waits") {
    sleeps.wait(0, "MPI_Wait", {JobBuilder::on(0)});
  }
  CHECK(of_rank_0(tests, sleeps).pace == Pace::live);
  CHECK(of_rank_0(sleeps, tests).pace == Pace::live);
}

TEST_CASE("processes that ended, stopped, were replaced or cannot be read") {
  const JobBuilder first = two_receivers();
  JobBuilder second = two_receivers();
  Evidence &rank = second.rank(0);
  SUBCASE("exited") {
    rank.state = ProcessState::exited;
    CHECK(of_rank_0(first, second).pace == Pace::ended);
    CHECK(of_rank_0(second, second).pace == Pace::ended);
  }
  SUBCASE("finalized") {
    rank.state = ProcessState::finalized;
    CHECK(of_rank_0(first, second).pace == Pace::ended);
  }
  SUBCASE("stopped") {
    rank.stopped = true;
    CHECK(of_rank_0(first, second).pace == Pace::stopped);
    CHECK(of_rank_0(second, first).pace == Pace::stopped);
    second.thread(0).site.line = 9;
    CHECK(of_rank_0(second, first).pace == Pace::live);
  }
  SUBCASE("another process") {
    JobBuilder before = first;
    before.rank(0).pid = 76;
    rank.pid = 77;
    CHECK(of_rank_0(before, second).pace == Pace::replaced);
  }
  SUBCASE("the same number on another host") {
    rank.host = "n2";
    CHECK(of_rank_0(first, second).pace == Pace::replaced);
  }
  SUBCASE("not to be read") {
    rank.state = ProcessState::unreadable;
    CHECK(of_rank_0(first, second).pace == Pace::unseen);
    CHECK(of_rank_0(second, first).pace == Pace::unseen);
  }
  SUBCASE("without stacks") {
    rank.threads.clear();
    CHECK(of_rank_0(first, second).pace == Pace::unseen);
  }
}

TEST_CASE("a rank whose stacks could not be walked in one look is compared with nothing") {
  const JobBuilder whole = two_receivers();
  JobBuilder damaged = two_receivers();
  damaged.thread(0).activity = Activity::unknown;
  damaged.thread(0).call.clear();
  damaged.rank(0).pid = 0;
  CHECK(of_rank_0(whole, damaged).pace == Pace::unseen);
  CHECK(of_rank_0(damaged, whole).pace == Pace::unseen);
  CHECK(of_rank_0(damaged, damaged).pace == Pace::unseen);
}

TEST_CASE("a process whose number a damaged core file lacks is not another one") {
  JobBuilder first = two_receivers();
  first.rank(0).pid = 41;
  JobBuilder second = first;
  second.rank(0).pid = 0;
  CHECK(of_rank_0(first, second).pace == Pace::unclear);
  CHECK(of_rank_0(second, first).pace == Pace::unclear);
}

TEST_CASE("ranks that are in one look only, or twice in one") {
  const JobBuilder both = two_receivers();
  JobBuilder one = two_receivers();
  one.ranks().erase(one.ranks().begin());
  CHECK(of_rank_0(both, one).pace == Pace::left);
  CHECK(of_rank_0(one, both).pace == Pace::joined);
  JobBuilder twice = two_receivers();
  twice.ranks().push_back(twice.rank(0));
  CHECK(of_rank_0(both, twice).pace == Pace::unseen);
  CHECK(of_rank_0(twice, both).pace == Pace::unseen);
  CHECK(progress_of(both.ranks(), twice.ranks()).size() == 3);
  CHECK(progress_of({}, {}).empty());
}

TEST_CASE("a live process whose job or rank only one look knows is one rank") {
  JobBuilder known = two_receivers(), starting = two_receivers();
  for (Evidence &one : known.ranks()) {
    one.pid = 100 + one.id.rank;
    one.target = "pid " + std::to_string(one.pid);
  }
  starting.ranks() = known.ranks();
  bool has_job = true, has_rank = true;
  SUBCASE("another job") {}
  SUBCASE("no job") {
    has_job = false;
  }
  SUBCASE("no rank") {
    has_rank = false;
  }
  for (Evidence &one : starting.ranks()) {
    one.state = ProcessState::in_init;
    one.id = {1, has_rank ? one.id.rank : -1};
    one.job_known = has_job;
  }
  for (const auto &[first, second] : {std::pair{&starting, &known}, std::pair{&known, &starting}}) {
    TwoLooks looks;
    for (const Evidence &one : first->ranks()) looks.add_to_first(one);
    for (const Evidence &one : second->ranks()) looks.add_to_second(one);
    looks.compare();
    REQUIRE(looks.ranks().size() == 3);
    for (const RankProgress &rank : looks.ranks()) {
      CHECK((rank.first && rank.second));
      CHECK(rank.changes == std::vector{Change::state});
    }
  }
}

TEST_CASE("a rank computes if it has used processor time outside of MPI, and nothing of MPI has moved") {
  JobBuilder first = two_receivers(), second = two_receivers();
  const auto of = [&](int rank) { return progress_of(first.ranks(), second.ranks())[static_cast<std::size_t>(rank)]; };
  first.rank(2).computing = {{0, 1000}};
  second.rank(2).computing = {{0, 20800}};
  CHECK(of(2).pace == Pace::computes);
  CHECK(of(2).processor_milliseconds == 19800);
  SUBCASE("at another place of its code") {
    second.thread(2).site.line = 40;
    CHECK(of(2).pace == Pace::computes);
  }
  SUBCASE("no time") {
    second.rank(2).computing = first.rank(2).computing;
    CHECK(of(2).pace == Pace::outside);
  }
  SUBCASE("another thread") {
    second.rank(2).computing = {{7, 20800}};
    CHECK(of(2).pace == Pace::outside);
  }
  SUBCASE("it tests") {
    second.thread(2).call = "MPI_Test";
    second.thread(2).activity = Activity::polls;
    CHECK(of(2).pace == Pace::outside);
  }
  SUBCASE("it has sent a message") {
    second.rank(2).channels.push_back({0, {0, 1}, 3, 0, 0});
    CHECK(of(2).pace == Pace::live);
  }
  SUBCASE("what spins inside of a call that waits does not compute") {
    CHECK(of(0).pace == Pace::still);
    CHECK(of(0).processor_milliseconds == 0);
  }
  SUBCASE("beside a thread that waits, only a thread that may call MPI computes") {
    first.rank(0).computing = {{9, 10}};
    second.rank(0).computing = {{9, 510}};
    CHECK(of(0).pace == Pace::still);
    for (JobBuilder *job : {&first, &second}) {
      job->add_thread(0);
      job->thread(0, 1).tid = 9;
    }
    CHECK(of(0).pace == Pace::computes);
  }
  SUBCASE("damage") {
    second.rank(2).computing = {{0, INT64_MAX}};
    first.rank(2).computing = {{0, INT64_MIN}};
    CHECK(of(2).processor_milliseconds == 0);
    first.rank(2).computing = {{0, 0}};
    CHECK(of(2).processor_milliseconds == INT32_MAX);
  }
}

TEST_CASE("a rank that is in one call that only starts something stands still in it") {
  JobBuilder job(1);
  job.thread(0).call = "MPI_Accumulate";
  CHECK(of_rank_0(job, job).pace == Pace::still);
}

TEST_CASE("a rank whose number is not known is compared with nothing") {
  JobBuilder job = two_receivers();
  job.rank(0).id = {0, -1};
  const auto ranks = progress_of(job.ranks(), job.ranks());
  REQUIRE(ranks.size() == 3);
  CHECK(ranks[0].pace == Pace::unseen);
}

}  // namespace mqs_shim::why
