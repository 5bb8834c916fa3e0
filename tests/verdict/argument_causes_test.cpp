// Likely causes in calls that fit together by name and place: roots and neighbours that differ, two threads in
// collectives of one communicator, collectives that were left out, and messages that were taken before.

#include <doctest/doctest.h>

#include "mqs_shim/job/why/causes/likely_cause.h"
#include "mqs_shim/job/why/verdict/mismatch.h"
#include "mqs_shim/render/verdict/words/why_terms.h"
#include "tests/verdict/job_builder.h"

namespace mqs_shim::why {

namespace {

std::vector<Cause> all_causes(const Waits &waits) {
  return likely_causes(waits, judge(waits, nullptr));
}

std::string kinds_of(const JobBuilder &job) {
  std::string kinds;
  const Waits waits(job.ranks(), {});
  for (const Cause &cause : all_causes(waits))
    kinds += (kinds.empty() ? "" : ", ") + std::string(cause_term(cause.kind));
  return kinds;
}

// Makes a rank wait in a collective for data of all `sources`.
void wait_inside(JobBuilder &job, int rank, const std::string &name, const std::vector<int> &sources) {
  std::vector<Condition> conditions;
  for (const int source : sources) {
    const int data = job.receive(rank, source, -19);
    job.operation(rank, data).internal = true;
    job.operation(rank, data).bytes = 4;
    conditions.push_back(JobBuilder::on(data));
  }
  job.collective(rank, name);
  job.wait(rank, name, std::move(conditions));
}

}  // namespace

TEST_CASE("two ranks that wait for each other in a gather have different roots for certain") {
  JobBuilder job(2);
  wait_inside(job, 0, "MPI_Gather", {1});
  wait_inside(job, 1, "MPI_Gather", {0});
  const auto is_certain = [&] {
    const Waits waits(job.ranks(), {});
    const Verdict verdict = judge(waits, nullptr);
    REQUIRE(verdict.findings.size() == 1);
    REQUIRE(verdict.findings[0].mismatch.has_value());
    return only_roots_can_differ(waits, *verdict.findings[0].mismatch);
  };
  CHECK(is_certain());
  SUBCASE("an empty message synchronises, so that a count may differ") {
    job.operation(1, 0).bytes = 0;
    CHECK_FALSE(is_certain());
  }
  SUBCASE("in a reduction counts choose the tree") {
    for (const int rank : {0, 1}) job.thread(rank).collective->name = "MPI_Reduce";
    CHECK_FALSE(is_certain());
  }
}

TEST_CASE("data of a broadcast has come from another rank than the awaited root") {
  JobBuilder job(3);
  wait_inside(job, 2, "MPI_Bcast", {1});
  for (const int rank : {0, 1}) job.collective(rank, "MPI_Barrier");
  const int data = job.message(0, 2, -19);
  job.operation(2, data).internal = true;
  CHECK(kinds_of(job) == "other root");
  SUBCASE("of another collective") {
    job.operation(2, data).tag = -16;
    CHECK(kinds_of(job) == "");
  }
  SUBCASE("of the program") {
    job.operation(2, data).internal = false;
    CHECK(kinds_of(job) == "");
  }
  SUBCASE("from the awaited root") {
    job.operation(2, data).peer = job.rank(1).id;
    CHECK(kinds_of(job) == "");
  }
}

TEST_CASE("data that a root waits for has gone to another rank") {
  JobBuilder job(3);
  wait_inside(job, 0, "MPI_Gather", {1});
  wait_inside(job, 1, "MPI_Gather", {2});
  job.finalize(2);
  const int data = job.message(2, 0, -19);
  job.operation(0, data).internal = true;
  {
    const Waits waits(job.ranks(), {});
    const std::vector<Cause> causes = all_causes(waits);
    REQUIRE(causes.size() == 1);
    CHECK(causes[0].kind == CauseKind::other_root);
    CHECK(waits.agents()[causes[0].agent].process == 1);
    CHECK(causes[0].process == 0);
  }
  job.operation(0, data).tag = -20;
  CHECK(kinds_of(job) == "");
}

TEST_CASE("two ranks whose lists of neighbours do not fit together") {
  JobBuilder job(3);
  const int graph = job.communicator(4, {2, 1, 0});
  for (int rank = 0; rank < 3; ++rank) job.rank(rank).communicators.back().neighbors.emplace();
  const auto neighbors = [&](int rank) -> Neighbors & { return *job.rank(rank).communicators.back().neighbors; };
  neighbors(0).sources = {1, 1};
  job.collective_receive(0, "MPI_Neighbor_allgather", 1, graph);
  for (const int rank : {1, 2}) job.collective(rank, "MPI_Barrier");
  const Waits waits(job.ranks(), {});
  const std::vector<Cause> causes = all_causes(waits);
  REQUIRE(causes.size() == 1);
  CHECK(causes[0].kind == CauseKind::neighbors_differ);
  CHECK(causes[0].process == 1);
  CHECK(causes[0].as_source);
  CHECK(causes[0].asked == 2);
  CHECK(causes[0].sent == 0);
  SUBCASE("one of the two times") {
    neighbors(1).destinations = {2};
    CHECK(kinds_of(job) == "neighbors differ");
  }
  SUBCASE("both times") {
    neighbors(1).destinations = {2, 2};
    CHECK(kinds_of(job) == "");
  }
  SUBCASE("the other one is not known") {
    job.rank(1).communicators.back().neighbors.reset();
    CHECK(kinds_of(job) == "");
  }
}

TEST_CASE("two threads of a rank in collectives on one communicator") {
  JobBuilder job(2);
  const int other = job.communicator(4, {0, 1});
  job.add_thread(0);
  job.collective(0, "MPI_Barrier");
  job.thread(0, 1) = job.thread(0);
  job.finalize(1);
  CHECK(kinds_of(job) == "concurrent collectives");
  SUBCASE("on two communicators it is allowed") {
    job.thread(0, 1).collective->communicator = other;
    CHECK(kinds_of(job) == "left out, left out");
  }
  SUBCASE("it is not certain on which") {
    job.thread(0, 1).collective->communicator_inferred = true;
    CHECK(kinds_of(job) == "left out");
  }
}

TEST_CASE("a rank in MPI_Finalize has called a barrier less often") {
  JobBuilder job(3);
  for (const int rank : {0, 1}) job.collective(rank, "MPI_Barrier");
  job.finalize(2);
  const Waits waits(job.ranks(), {});
  const std::vector<Cause> causes = all_causes(waits);
  REQUIRE(causes.size() == 1);
  CHECK(causes[0].kind == CauseKind::left_out);
  CHECK(causes[0].group == std::vector<std::uint32_t>{2});
  SUBCASE("it may have left a broadcast") {
    for (const int rank : {0, 1}) job.collective_receive(rank, "MPI_Bcast", 2);
    CHECK(kinds_of(job) == "");
  }
}

TEST_CASE("the awaited message was taken with MPI_Mprobe before, by the same rank") {
  JobBuilder job(2);
  job.recv(0, 1, 7);
  job.finalize(1);
  job.operation(0, job.message(1, 0, 7)).kind = OperationKind::extracted;
  CHECK(kinds_of(job) == "not received");
  job.operation(0, 1).tag = 8;
  CHECK(kinds_of(job) == "");
}

}  // namespace mqs_shim::why
