// What a recorder adds to the evidence.

#include <doctest/doctest.h>

#include "mqs_shim/job/why/evidence/recorded_evidence.h"
#include "tests/verdict/job_builder.h"

namespace mqs_shim::why {

namespace {

constexpr Address world{0x1000}, halo{0x2000};

struct Recorded {
  Recorded() {
    job.communicator(4, {0, 1});
    Evidence &one = job.rank(0);
    one.communicators[0].handle = world;
    one.communicators[1].handle = halo;
    one.communicators[1].name = "halo";
    job.collective(0, "MPI_Bcast");
    job.thread(0).tid = 17;
    RecorderRecord &recorder = report.recorder.emplace();
    recorder.now = 5000;
    recorder.collectives = {{world, 42}};
    RecordedThreadRecord thread;
    thread.tid = 17;
    thread.in_call = true;
    thread.name = "MPI_Bcast";
    thread.call = "MPI_Bcast(buffer=0x7, count=3, datatype=MPI_INT, root=1, comm=MPI_COMM_WORLD)";
    thread.since = 2000;
    thread.calls = 99;
    recorder.threads.push_back(thread);
  }
  RecordedThreadRecord &thread() { return report.recorder->threads[0]; }
  const Collective &collective() { return *job.thread(0).collective; }
  void add() { add_recorded(report, job.rank(0)); }

  JobBuilder job{2};
  ProcessReport report;
};

}  // namespace

TEST_CASE("arguments are found by their names") {
  const std::string call = "MPI_Bcast(buffer=0x7, count=3, root=1, comm=halo root=9)";
  CHECK(argument_of(call, "count") == "3");
  CHECK(argument_of(call, "root") == "1");
  CHECK(argument_of(call, "ount") == "");
  CHECK(argument_of("MPI_Bcast(comm=x", "comm") == "x");
  CHECK(argument_of("", "comm") == "");
  CHECK(argument_of("(comm=x)", "comm") == "x");
}

TEST_CASE("a name that the program gave is in quotes") {
  Recorded one;
  one.thread().call = "MPI_Bcast(buffer=0x7, count=3, datatype=MPI_INT, root=1, comm=\"halo\")";
  one.job.thread(0).collective->communicator = -1;
  one.add();
  CHECK(one.collective().communicator == 1);
}

TEST_CASE("a communicator that was read stays the one") {
  Recorded one;
  one.thread().call = "MPI_Bcast(root=1, comm=halo)";
  one.add();
  CHECK(one.collective().communicator == 0);
  CHECK(one.collective().root == 1);
}

TEST_CASE("two communicators of one name are told apart by the record's handles") {
  Recorded one;
  one.job.rank(0).communicators[1].name = "MPI_COMM_WORLD";
  one.job.thread(0).collective->communicator = 0;
  one.job.thread(0).collective->communicator_inferred = true;
  SUBCASE("which calls each was given to") {
    one.report.recorder->objects[{MPIDBG_KIND_COMM, halo}].calls = {one.thread().call};
    one.add();
    CHECK(one.collective().communicator == 1);
    CHECK_FALSE(one.collective().communicator_inferred);
  }
  SUBCASE("the first of all") {
    one.job.thread(0).collective->communicator = 1;
    one.report.recorder->objects[{MPIDBG_KIND_COMM, world}].calls = {one.thread().call};
    one.add();
    CHECK(one.collective().communicator == 0);
    CHECK_FALSE(one.collective().communicator_inferred);
  }
  SUBCASE("else nobody knows") {
    one.add();
    CHECK(one.collective().communicator_inferred);
  }
  SUBCASE("two threads are in such a call, each with another one") {
    for (const Address handle : {world, halo})
      one.report.recorder->objects[{MPIDBG_KIND_COMM, handle}].calls = {one.thread().call};
    one.add();
    CHECK(one.collective().communicator_inferred);
  }
}

TEST_CASE("the record gives number, arguments and time of a collective") {
  Recorded one;
  one.add();
  CHECK(one.job.rank(0).communicators[0].collectives == 42);
  CHECK_FALSE(one.job.rank(0).communicators[1].collectives.has_value());
  CHECK(one.collective().sequence == 42);
  CHECK(one.collective().root == 1);
  CHECK(one.collective().count == 3);
  CHECK(one.collective().datatype == "MPI_INT");
  CHECK(one.job.thread(0).recorded->nanoseconds == 3000);
  CHECK(one.job.thread(0).recorded->call.starts_with("MPI_Bcast("));
  CHECK(one.job.rank(0).progress_counters == std::vector<std::uint64_t>{99});
}

TEST_CASE("the last calls are those of the thread, with place and time") {
  Recorded one;
  RecordedCallRecord send, init;
  send.name = "MPI_Send";
  send.site = Address(0x501);
  send.time = 1500;
  send.times = 3;
  send.result = 12;
  init.name = "MPI_Init";
  init.site = Address(0x601);
  init.function = "main";
  init.file = "halo.c";
  init.line = 7;
  one.thread().last_calls = {send, init};
  one.report.function_names[Address(0x500)] = "exchange";
  one.report.function_names[Address(0x600)] = "start";
  SUBCASE("also where it is in no call now") {
    one.thread().in_call = false;
  }
  SUBCASE("before the one it is in") {}
  one.add();
  const std::vector<LastCall> &calls = one.job.thread(0).recorded->last_calls;
  REQUIRE(calls.size() == 2);
  CHECK(calls[0].name == "MPI_Send");
  CHECK(calls[0].site.function == "exchange");
  CHECK(calls[0].nanoseconds_ago == 3500);
  CHECK(calls[0].times == 3);
  CHECK(calls[0].failed);
  CHECK(calls[1].site.function == "main");
  CHECK(calls[1].site.line == 7);
  CHECK_FALSE(calls[1].nanoseconds_ago.has_value());
  CHECK_FALSE(calls[1].failed);
}

TEST_CASE("a record that the stack does not bear out says nothing of the call") {
  Recorded one;
  SUBCASE("another thread") {
    one.thread().tid = 18;
  }
  SUBCASE("another call") {
    one.thread().name = "MPI_Barrier";
  }
  SUBCASE("in no call") {
    one.thread().in_call = false;
  }
  one.add();
  CHECK_FALSE(one.job.thread(0).call_is_recorded());
  CHECK_FALSE(one.collective().sequence.has_value());
  CHECK_FALSE(one.collective().root.has_value());
}

TEST_CASE("two threads in collectives on one communicator have no numbers") {
  Recorded one;
  one.job.add_thread(0);
  one.job.thread(0, 1).collective = Collective{};
  one.job.thread(0, 1).collective->communicator = 0;
  one.add();
  CHECK_FALSE(one.collective().sequence.has_value());
}

TEST_CASE("a communicator that was concluded is the one that the call was given") {
  Recorded one;
  one.job.thread(0).collective->communicator_inferred = true;
  SUBCASE("by its name") {
    one.thread().call = "MPI_Bcast(root=1, comm=halo)";
    one.add();
    CHECK(one.collective().communicator == 1);
    CHECK_FALSE(one.collective().communicator_inferred);
  }
  SUBCASE("by its address") {
    one.thread().call = "MPI_Bcast(root=1, comm=0x2000)";
    one.add();
    CHECK(one.collective().communicator == 1);
  }
  SUBCASE("not by a name that two have") {
    one.job.rank(0).communicators[0].name = "halo";
    one.thread().call = "MPI_Bcast(root=1, comm=halo)";
    one.add();
    CHECK(one.collective().communicator == 0);
    CHECK(one.collective().communicator_inferred);
  }
}

TEST_CASE("a rank that has entered fewer collectives is waited for, by the numbers alone") {
  JobBuilder job(3);
  for (const int rank : {0, 2}) job.collective(rank, "MPI_Barrier", 0, {}, 42);
  job.recv(1, 0, 7);
  CHECK(verdict_of(job) == "deadlock/suspected 0 1 behind 2; exit 6");
  job.rank(1).communicators[0].collectives = 41;
  CHECK(verdict_of(job) == "deadlock/counters 0 1 behind 2; exit 3");
  job.rank(1).communicators[0].collectives = 42;
  CHECK(verdict_of(job).find("deadlock") == std::string::npos);
}

}  // namespace mqs_shim::why
