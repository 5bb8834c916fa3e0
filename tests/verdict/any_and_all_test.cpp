// Waits for one of several, for any source, for itself, for the program.

#include <doctest/doctest.h>

#include "tests/verdict/job_builder.h"

namespace mqs_shim::why {

TEST_CASE("a rank that waits for itself") {
  JobBuilder job(2);
  SUBCASE("by a receive") {
    job.recv(0, 0, 7);
    CHECK(verdict_of(job) == "self_deadlock/counters 0; exit 3");
  }
  SUBCASE("by a send") {
    job.ssend(0, 0, 7);
    CHECK(verdict_of(job) == "self_deadlock/counters 0; exit 3");
  }
  SUBCASE("unless another of its threads can act") {
    job.recv(0, 0, 7);
    job.add_thread(0);
    CHECK(verdict_of(job) == "waits_for_running 0 for 0; exit 5");
  }
}

TEST_CASE("all of several conditions have to come true") {
  JobBuilder job(3);
  job.wait(0, "MPI_Waitall", {JobBuilder::on(job.receive(0, 1, 7)), JobBuilder::on(job.receive(0, 2, 7))});
  job.recv(1, 0, 7);
  SUBCASE("one that cannot is enough") {
    CHECK(verdict_of(job) == "deadlock/counters 0 1; exit 3");
  }
  SUBCASE("although the other is there") {
    job.message(2, 0, 7);
    CHECK(verdict_of(job) == "deadlock/counters 0 1; exit 3");
  }
  SUBCASE("if each can, the wait can") {
    job.thread(1) = {};
    CHECK(verdict_of(job) == "waits_for_running 0 for 1 2; exit 5");
  }
}

TEST_CASE("one of several conditions is enough") {
  JobBuilder job(3);
  const std::vector<Condition> two{JobBuilder::on(job.receive(0, 1, 7)), JobBuilder::on(job.receive(0, 2, 7))};
  job.wait(0, "MPI_Waitany", two, false);
  job.recv(1, 0, 7);
  SUBCASE("a way out by a rank that runs") {
    CHECK(verdict_of(job) == "waits_for_running 0 for 2 behind 1; exit 5");
  }
  SUBCASE("none: a knot") {
    job.recv(2, 0, 7);
    CHECK(verdict_of(job) == "deadlock/counters 0 1 2; exit 3");
  }
  SUBCASE("a message for one of them") {
    job.recv(2, 0, 7);
    job.message(2, 0, 7);
    CHECK(verdict_of(job) == "waits_for_returning 1 2; exit 5");
  }
  SUBCASE("a generalized request can always complete") {
    job.recv(2, 0, 7);
    job.thread(0).conditions.push_back(JobBuilder::outside());
    CHECK(verdict_of(job) == "waits_for_outside 0 behind 1 2; exit 5");
  }
}

TEST_CASE("a generalized request is completed by its own program") {
  JobBuilder job(2);
  job.wait(0, "MPI_Wait", {JobBuilder::grequest()});
  job.recv(1, 0, 7);
  CHECK(verdict_of(job) == "waits_for_program 0 behind 1; exit 5");
}

TEST_CASE("any source needs only one sender") {
  JobBuilder job(4);
  job.recv(0, any_source, 7);
  for (const int rank : {1, 2, 3}) job.recv(rank, 0, 7);
  SUBCASE("none") {
    CHECK(verdict_of(job) == "deadlock/counters 0 1 2 3; exit 3");
  }
  SUBCASE("one that runs") {
    job.thread(3) = {};
    CHECK(verdict_of(job) == "waits_for_running 0 for 3 behind 1 2; exit 5");
  }
  SUBCASE("one that is not among the targets") {
    job.ranks().pop_back();
    CHECK(verdict_of(job) == "waits_for_missing 0 for 3 behind 1 2; exit 4");
  }
  SUBCASE("a message under way from anyone") {
    job.under_way(2, 0);
    CHECK(verdict_of(job) == "waits_for_returning 1 2 3; exit 5");
  }
  SUBCASE("a message of another tag") {
    job.message(2, 0, 8);
    CHECK(verdict_of(job) == "deadlock/counters 0 1 2 3; exit 3");
  }
  SUBCASE("one has finalized: what it has sent is not counted any more") {
    job.rank(2).state = ProcessState::finalized;
    CHECK(verdict_of(job) == "deadlock/suspected 0 1 3; exit 6");
    CHECK(verdict_of(job, job) == "deadlock/looks 0 1 3; exit 3");
  }
  SUBCASE("all others have finalized") {
    for (const int rank : {1, 2, 3}) {
      job.rank(rank).state = ProcessState::finalized;
      job.rank(rank).operations.clear();
    }
    CHECK(verdict_of(job, job) == "unmatched/looks 0 for 1 2 3; exit 3");
  }
}

}  // namespace mqs_shim::why
