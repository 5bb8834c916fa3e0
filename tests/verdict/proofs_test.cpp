// What proves a verdict, and what keeps it from being proved.

#include <doctest/doctest.h>

#include "tests/verdict/job_builder.h"

namespace mqs_shim::why {

TEST_CASE("counters are compared modulo 65536 and a channel that is not there counts as 0") {
  JobBuilder job(2);
  job.recv(0, 1, 7);
  job.recv(1, 0, 7);
  job.rank(0).channels.push_back({0, {0, 1}, 3, 65535, 0});
  job.rank(1).channels.push_back({0, {0, 0}, 65535, 3, 0});
  CHECK(verdict_of(job) == "deadlock/counters 0 1; exit 3");
  job.rank(0).channels.clear();
  CHECK(verdict_of(job) == "exit 0");
}

TEST_CASE("a rank that is still the same at the second look does not move") {
  JobBuilder job(2);
  job.recv(0, 1, 7);
  job.thread(1).activity = Activity::waits;  // and nothing is missing
  CHECK(verdict_of(job) == "waits_for_returning 0 for 1; exit 5");
  CHECK(verdict_of(job, job) == "waits_for_unknown 0 for 1; exit 6");
  JobBuilder later = job;
  later.thread(0).call_frame = Address{64};
  CHECK(verdict_of(job, later) == "waits_for_returning 0 for 1; exit 5");
}

TEST_CASE("what should be on its way, and stands still at two looks, is not on its way") {
  JobBuilder job(2);
  job.recv(1, 0, 7);
  job.under_way(0, 1);
  CHECK(verdict_of(job) == "exit 0");
  SUBCASE("its sender runs") {
    CHECK(verdict_of(job, job) == "waits_for_arrival 1 for 0; exit 6");
  }
  SUBCASE("its sender waits for another one") {
    job.recv(0, 1, 8);
    CHECK(verdict_of(job, job) == "waits_for_arrival 1 behind 0; exit 6");
  }
  SUBCASE("on two ways") {
    job.recv(0, 1, 8);
    job.under_way(1, 0);
    CHECK(verdict_of(job, job) == "waits_for_arrival 0 1; exit 6");
  }
  JobBuilder before = job;
  before.thread(0).call_frame = Address{64};
  CHECK(verdict_of(before, job).find("waits_for_arrival") == std::string::npos);
}

TEST_CASE("calls that should return, and stand still at two looks, do not go on") {
  JobBuilder job(2);
  job.thread(1).call = "MPI_Send";
  job.thread(1).activity = Activity::waits;  // and nothing is missing
  CHECK(verdict_of(job) == "exit 0");
  CHECK(verdict_of(job, job) == "exit 6");
  JobBuilder before = job;
  before.thread(1).call_frame = Address{64};
  CHECK(verdict_of(before, job) == "exit 5");
}

TEST_CASE("what cannot be seen and moves goes on") {
  JobBuilder job(2);
  for (const int rank : {0, 1}) job.thread(rank).activity = Activity::unknown;
  CHECK(verdict_of(job) == "exit 6");
  JobBuilder later = job;
  later.thread(0).call_frame = Address{64};
  CHECK(verdict_of(job, later) == "exit 6");
  later.thread(1).call_frame = Address{64};
  CHECK(verdict_of(job, later) == "exit 5");
}

TEST_CASE("without counters two looks are needed, and they have to be equal") {
  JobBuilder job(3);
  job.recv(0, 1, 7);
  job.recv(1, 0, 7);
  job.recv(2, 0, 7);
  job.without_counters();
  CHECK(verdict_of(job) == "deadlock/suspected 0 1 behind 2; exit 6");
  CHECK(verdict_of(job, job) == "deadlock/looks 0 1 behind 2; exit 3");
  JobBuilder moved = job;
  SUBCASE("another call") {
    moved.thread(1).call_frame = Address{0x7ffe0000};
  }
  SUBCASE("another message") {
    moved.message(2, 1, 9), moved.rank(1).channels.clear(), moved.rank(2).channels.clear();
  }
  SUBCASE("counters of the layer") {
    moved.rank(1).progress_counters = {2};
  }
  SUBCASE("bytes of a request") {
    moved.operation(1, 0).bytes_done = 4;
  }
  CHECK(verdict_of(moved, job) == "waits_for_returning 0 1 behind 2; exit 5");
}

TEST_CASE("without any counters a loop of equal calls looks equal, too") {
  JobBuilder job(2);
  job.recv(0, 1, 7);
  job.recv(1, 0, 7);
  job.without_counters();
  job.rank(1).progress_counters.clear();
  CHECK(verdict_of(job, job) == "deadlock/suspected 0 1; exit 6");
}

TEST_CASE("ranks that wait for each other in pictures of different times, and went on in between, are moving") {
  JobBuilder job(3);
  job.recv(0, 1, 7);
  job.recv(1, 0, 7);
  job.recv(2, 0, 7);
  job.without_counters();
  JobBuilder before = job;
  SUBCASE("all of them") {
    for (const int rank : {0, 1}) before.rank(rank).progress_counters = {2};
  }
  SUBCASE("one, on whom the others depend") {
    before.rank(0).progress_counters = {2};
  }
  CHECK(verdict_of(before, job) == "waits_for_returning 0 1 behind 2; exit 5");
  // What one look proves is proved however they came there.
  JobBuilder counted(2);
  counted.recv(0, 1, 7);
  counted.recv(1, 0, 7);
  JobBuilder earlier = counted;
  for (const int rank : {0, 1}) earlier.thread(rank).call_frame = Address{0x7ffe0000};
  CHECK(verdict_of(earlier, counted) == "deadlock/counters 0 1; exit 3");
}

TEST_CASE("a loop of equal probes looks equal unless the transport or a recorder counts") {
  JobBuilder job(2);
  for (const int rank : {0, 1}) job.wait(rank, "MPI_Probe", {JobBuilder::on(job.probe(rank, 1 - rank, 7))});
  CHECK(verdict_of(job) == "deadlock/counters 0 1; exit 3");
  job.without_counters();
  CHECK(verdict_of(job, job) == "deadlock/suspected 0 1; exit 6");
  SUBCASE("the transport") {
    for (const int rank : {0, 1}) job.rank(rank).transport_empty = true;
    CHECK(verdict_of(job, job) == "deadlock/transport 0 1; exit 3");
  }
  SUBCASE("a recorder") {
    for (const int rank : {0, 1}) job.thread(rank).recorded.emplace().call = "MPI_Probe(source=1, tag=7)";
    CHECK(verdict_of(job, job) == "deadlock/looks 0 1; exit 3");
  }
}

TEST_CASE("an empty transport is the better proof") {
  JobBuilder job(2);
  job.recv(0, 1, 7);
  job.recv(1, 0, 7);
  job.without_counters();
  job.rank(0).transport_empty = true;
  CHECK(verdict_of(job, job) == "deadlock/looks 0 1; exit 3");
  job.rank(1).transport_empty = true;
  CHECK(verdict_of(job, job) == "deadlock/transport 0 1; exit 3");
  job.rank(0).transport_empty = false;
  CHECK(verdict_of(job, job) == "deadlock/suspected 0 1; exit 6");
}

TEST_CASE("queues that cannot be seen prove nothing by counters") {
  JobBuilder job(2);
  job.ssend(0, 1, 7);
  job.recv(1, 0, 8);
  std::erase_if(job.rank(1).operations, [](const Operation &one) { return one.kind == OperationKind::unexpected; });
  job.thread(1).conditions = {JobBuilder::on(0)};
  job.rank(1).queues_complete = false;
  CHECK(verdict_of(job) == "deadlock/suspected 0 1; exit 6");
  CHECK(verdict_of(job, job) == "deadlock/looks 0 1; exit 3");
}

TEST_CASE("a wait that was concluded proves nothing") {
  JobBuilder job(2);
  job.recv(0, 1, 7);
  job.recv(1, 0, 7);
  job.thread(0).inferred = true;
  CHECK(verdict_of(job) == "deadlock/suspected 0 1; exit 6");
}

TEST_CASE("of a wait for all those conditions are told that prove it") {
  JobBuilder job(3);
  job.wait(0, "MPI_Waitall",
           {JobBuilder::on(job.receive(0, 1, 7)),
            {ConditionKind::members, -1, job.members({1})},
            JobBuilder::on(job.receive(0, 2, 7))});
  job.recv(1, 0, 7);
  const Waits waits(job.ranks(), {});
  const Verdict verdict = judge(waits, nullptr);
  CHECK(text_of(waits, verdict) == "deadlock/counters 0 1; exit 3");
  CHECK(reasons(waits, verdict, 0) == std::vector<std::uint32_t>{0});
}

TEST_CASE("what a finding lacks to be proved is told") {
  JobBuilder job(2);
  job.recv(0, 1, 7);
  job.recv(1, 0, 7);
  job.rank(1).counts = false;
  const Waits waits(job.ranks(), {});
  const Verdict verdict = judge(waits, nullptr);
  REQUIRE(verdict.findings.size() == 1);
  const auto &lacks = verdict.findings[0].lacks;
  REQUIRE(lacks.size() == 2);
  CHECK(lacks[0].first == Lack::counters);
  CHECK(lacks[0].second == std::vector<std::uint32_t>{1});
  CHECK(lacks[1].first == Lack::second_look);
  CHECK(lacks[1].second == std::vector<std::uint32_t>{0, 1});
}

TEST_CASE("indices out of range are not understood and prove nothing") {
  JobBuilder job(2);
  job.recv(0, 1, 7);
  job.recv(1, 0, 7);
  job.thread(0).conditions[0].index = 99;
  CHECK(verdict_of(job).find("deadlock") == std::string::npos);
  job.thread(0).conditions = {{ConditionKind::schedule, -5, {}}};
  CHECK(verdict_of(job).find("deadlock") == std::string::npos);
  job.thread(0).conditions = {JobBuilder::on(0)};
  job.operation(0, 0).communicator = 12345;
  CHECK(verdict_of(job).find("/counters") == std::string::npos);
}

}  // namespace mqs_shim::why
