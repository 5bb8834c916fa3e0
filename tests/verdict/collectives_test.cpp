// Collectives, blocking and nonblocking: whom they wait for, and which of them do not fit.

#include <doctest/doctest.h>

#include "mqs_shim/job/why/verdict/mismatch.h"
#include "tests/verdict/job_builder.h"

namespace mqs_shim::why {

namespace {

bool roots_differ(const JobBuilder &job) {
  const Waits waits(job.ranks(), {});
  const Verdict verdict = judge(waits, nullptr);
  return !verdict.findings.empty() &&
         find_root_disagreement(waits, verdict.stuck, verdict.findings.front().agents).has_value();
}

}  // namespace

TEST_CASE("all have entered, and one of them runs the program's code in there") {
  JobBuilder job(3);
  for (int rank = 0; rank < 3; ++rank) job.collective(rank, "MPI_Allreduce");
  CHECK(verdict_of(job) == "exit 0");
  Thread &busy = job.thread(1);
  busy.activity = Activity::runs;
  busy.conditions.clear();
  SUBCASE("which the library has called") {
    busy.call.clear();
    busy.inside = "MPI_Allreduce";
  }
  SUBCASE("or is blocked by the system") {
    busy.system_call = "open";
  }
  CHECK(verdict_of(job) == "waits_for_running 0 2 for 1; exit 5");
}

TEST_CASE("a schedule goes on while its rank is blocked in another call") {
  // Rank 2 has a part in the barrier and blocks in a receive from rank 0, which waits for the barrier.
  JobBuilder job(3);
  job.wait(0, "MPI_Wait", {JobBuilder::on_schedule(job.schedule(0, "MPI_Ibarrier", {job.receive(0, 2, -16)}))});
  job.recv(2, 0, 7);
  SUBCASE("its next round is complete") {
    job.schedule(2, "MPI_Ibarrier", {});
    CHECK(verdict_of(job) == "waits_for_returning 0 2; exit 5");
  }
  SUBCASE("it waits for a rank that runs") {
    job.schedule(2, "MPI_Ibarrier", {job.receive(2, 1, -16)});
    CHECK(verdict_of(job) == "waits_for_running 2s for 1 behind 0 0s 2; exit 5");
  }
  SUBCASE("its messages are not seen") {
    job.rank(2).schedules.resize(1);
    job.rank(2).schedules[0].visible = false;
    CHECK(verdict_of(job).find("deadlock") == std::string::npos);
  }
  SUBCASE("its messages are not seen, on another communicator") {
    job.schedule(2, "MPI_Ibarrier", {}, job.communicator(7, {0, 1, 2}));
    job.rank(2).schedules[0].visible = false;
    CHECK(verdict_of(job) == "deadlock/counters 0 0s 2 behind 2s; exit 3");
    SUBCASE("that is not known") {
      job.rank(2).schedules[0].collective.communicator = -1;
    }
    SUBCASE("but the message is on one of the library's") {
      job.rank(0).communicators[0].internal = true;
    }
    CHECK(verdict_of(job).find("deadlock") == std::string::npos);
  }
  SUBCASE("it has not begun") {
    CHECK(verdict_of(job) == "deadlock/counters 0 0s 2; exit 3");
  }
  SUBCASE("it waits for the rank that waits for it") {
    job.schedule(2, "MPI_Ibarrier", {job.receive(2, 0, -16)});
    CHECK(verdict_of(job) == "deadlock/counters 0 0s 2 2s; exit 3");
  }
  SUBCASE("it waits for two, one of which does not come") {
    job.schedule(2, "MPI_Ibarrier", {job.receive(2, 0, -16), job.receive(2, 1, -16)});
    CHECK(verdict_of(job) == "deadlock/counters 0 0s 2 2s; exit 3");
    // It may go on, and send to rank 0, when one has come.
    job.rank(2).schedules[0].any = true;
    CHECK(verdict_of(job) == "waits_for_running 2s for 1 behind 0 0s 2; exit 5");
    job.recv(1, 0, 7);
    CHECK(verdict_of(job).starts_with("deadlock/counters 0 0s 1 2 2s"));
  }
  SUBCASE("it does not send messages of the program") {
    job.schedule(2, "MPI_Ibarrier", {});
    job.thread(0) = {};
    job.recv(0, 2, 7);
    CHECK(verdict_of(job) == "deadlock/counters 0 2; exit 3");
  }
}

TEST_CASE("collectives whose messages are seen") {
  JobBuilder job(4);
  job.collective_receive(0, "MPI_Bcast", 1);
  SUBCASE("different ones that wait for each other are a mismatch") {
    job.collective_receive(1, "MPI_Barrier", 0);
    CHECK(verdict_of(job) == "collective_mismatch/counters 0 1; exit 3");
  }
  SUBCASE("with a rank that is ahead they are not") {
    // Rank 1 has left the broadcast, rank 0 gets it from rank 2, which waits for rank 1.
    job.operation(0, 0).peer = ProcessId{0, 2};
    job.collective_receive(1, "MPI_Reduce", 0);
    job.recv(2, 1, 7);
    CHECK(verdict_of(job) == "deadlock/counters 0 2 1; exit 3");
  }
}

TEST_CASE("members that wait for each other inside one collective disagree about it") {
  JobBuilder job(3);
  SUBCASE("a blocking one") {
    job.collective_receive(0, "MPI_Gather", 1);
    job.collective_receive(1, "MPI_Gather", 0);
    CHECK(verdict_of(job) == "collective_mismatch/counters 0 1; exit 3");
    CHECK(roots_differ(job));
  }
  SUBCASE("a blocking one without a root") {
    job.collective_receive(0, "MPI_Allgather", 1);
    job.collective_receive(1, "MPI_Allgather", 0);
    CHECK(verdict_of(job) == "collective_mismatch/counters 0 1; exit 3");
    CHECK_FALSE(roots_differ(job));
  }
  SUBCASE("nonblocking ones, whose names are not known") {
    for (const int rank : {0, 1}) {
      const int schedule = job.schedule(rank, "", {job.receive(rank, 1 - rank, -16)});
      job.wait(rank, "MPI_Wait", {JobBuilder::on_schedule(schedule)});
    }
    CHECK(verdict_of(job) == "collective_mismatch/counters 0 0s 1 1s; exit 3");
  }
  SUBCASE("not if one of them waits elsewhere") {
    job.collective_receive(0, "MPI_Gather", 1);
    job.recv(1, 0, 7);
    CHECK(verdict_of(job) == "deadlock/counters 0 1; exit 3");
  }
  SUBCASE("not on different communicators") {
    const int other = job.communicator(3, {0, 1, 2});
    job.collective_receive(0, "MPI_Gather", 1);
    job.collective_receive(1, "MPI_Gather", 0, other);
    CHECK(verdict_of(job) == "deadlock/counters 0 1; exit 3");
  }
}

TEST_CASE("a thread that waits for a schedule that waits for a rank that runs is beside it") {
  JobBuilder job(3);
  for (const int rank : {0, 2}) {
    const int schedule = job.schedule(rank, "", {job.receive(rank, rank == 0 ? 1 : 0, -16)});
    job.collective(rank, "MPI_Comm_dup");
    job.wait(rank, "MPI_Comm_dup", {JobBuilder::on_schedule(schedule)});
  }
  CHECK(verdict_of(job) == "waits_for_running 0 0s for 1 behind 2 2s; exit 5");
}

TEST_CASE("a thread that waits for a schedule that never ends belongs to what is stuck") {
  JobBuilder job(2);
  const int schedule = job.schedule(0, "MPI_Win_create", {job.receive(0, 1, -16)});
  job.wait(0, "MPI_Wait", {JobBuilder::on_schedule(schedule)});
  SUBCASE("behind a rank in MPI_Finalize") {
    job.finalize(1);
    CHECK(verdict_of(job) == "waits_for_finalized/counters 0 0s for 1 behind 1; exit 3");
  }
  SUBCASE("in a cycle of schedules") {
    const int other = job.communicator(3, {0, 1});
    job.rank(0).schedules[0].collective.communicator = other;
    job.wait(1, "MPI_Wait", {JobBuilder::on_schedule(job.schedule(1, "MPI_Ibarrier", {job.receive(1, 0, -16)}))});
    CHECK(verdict_of(job) == "deadlock/counters 0 0s 1 1s; exit 3");
  }
}

TEST_CASE("a rank that is in a nonblocking collective and blocks in another one is no mismatch") {
  JobBuilder job(2);
  job.wait(0, "MPI_Wait", {JobBuilder::on_schedule(job.schedule(0, "MPI_Ibarrier", {job.receive(0, 1, -16)}))});
  job.schedule(1, "MPI_Ibarrier", {job.receive(1, 0, -16)});
  job.collective_receive(1, "MPI_Allreduce", 0);
  CHECK(verdict_of(job) == "deadlock/counters 0 0s 1 1s; exit 3");
}

TEST_CASE("collectives whose messages are not seen wait for those who have not entered") {
  JobBuilder job(4);
  for (const int rank : {0, 1, 3}) job.collective(rank, "MPI_Barrier");
  SUBCASE("one that runs") {
    CHECK(verdict_of(job) == "waits_for_running 0 1 3 for 2; exit 5");
  }
  SUBCASE("one that waits for them") {
    job.recv(2, 0, 7);
    CHECK(verdict_of(job) == "deadlock/suspected 0 2 behind 1 3; exit 6");
    CHECK(verdict_of(job, job) == "deadlock/looks 0 2 behind 1 3; exit 3");
  }
  SUBCASE("one of them moved between the looks") {
    job.recv(2, 0, 7);
    for (const int rank : {0, 2}) {
      JobBuilder moved = job;
      moved.thread(rank).call_frame = Address{0x7ffe0000};
      CHECK(verdict_of(moved, job) == "waits_for_returning 0 2 behind 1 3; exit 5");
    }
  }
  SUBCASE("all have entered: it goes on") {
    job.collective(2, "MPI_Barrier");
    CHECK(verdict_of(job) == "exit 0");
  }
  SUBCASE("one in another collective") {
    job.collective(2, "MPI_Allreduce");
    CHECK(verdict_of(job, job) == "collective_mismatch/looks 0 1 2 3; exit 3");
  }
  SUBCASE("one in a collective on another communicator") {
    const int other = job.communicator(3, {0, 1, 2, 3});
    job.collective(2, "MPI_Barrier", other);
    CHECK(verdict_of(job, job) == "deadlock/looks 0 1 2 3; exit 3");
  }
  SUBCASE("a communicator that was guessed proves nothing") {
    job.recv(2, 0, 7);
    job.thread(0).collective->communicator_inferred = true;
    CHECK(verdict_of(job, job) == "deadlock/suspected 0 2 behind 1 3; exit 6");
  }
}

TEST_CASE("the numbers of collectives prove who has not entered") {
  JobBuilder job(3);
  job.collective(0, "MPI_Barrier", 0, {}, 42);
  job.collective(1, "MPI_Barrier", 0, {}, 42);
  job.recv(2, 0, 7);
  job.rank(2).communicators[0].collectives = 41;
  CHECK(verdict_of(job) == "deadlock/counters 0 2 behind 1; exit 3");
  job.rank(2).communicators[0].collectives = 42;
  CHECK(verdict_of(job) == "waits_for_returning 2; exit 5");
  SUBCASE("another one of the same number is a mismatch") {
    job.collective(2, "MPI_Allreduce", 0, {}, 42);
    CHECK(verdict_of(job) == "collective_mismatch/counters 0 1 2; exit 3");
  }
}

TEST_CASE("on an intercommunicator nobody needs all of its own group") {
  JobBuilder job(4);
  const int inter = job.communicator(5, {0, 1}, {2, 3});
  job.collective(0, "MPI_Barrier", inter);
  job.recv(1, 0, 7);
  CHECK(verdict_of(job, job) == "waits_for_running 0 for 2 3 behind 1; exit 5");
}

TEST_CASE("a rank that left a broadcast early is no mismatch") {
  JobBuilder job(3);
  job.collective(0, "MPI_Barrier");
  job.collective(1, "MPI_Bcast", 0, 0);
  job.collective(2, "MPI_Bcast", 0, 0);
  // Rank 0 may have been in the broadcast: one look proves nothing, and two looks do not make it a mismatch.
  CHECK(verdict_of(job) == "deadlock/suspected 0 1 2; exit 6");
  SUBCASE("with numbers it is clear") {
    for (const int rank : {0, 1, 2}) job.thread(rank).collective->sequence = rank == 0 ? 5 : 4;
    CHECK(verdict_of(job) == "waits_for_returning 0; exit 5");
  }
}

TEST_CASE("two ranks in one collective that cannot mean the same root") {
  JobBuilder job(3);
  SUBCASE("one sends to the other, which waits for somebody else") {
    job.collective_receive(2, "MPI_Scatter", 1);
    job.collective(0, "MPI_Scatter");
    const int send = job.synchronous(0, 2, -16);
    for (const int rank : {0, 2}) job.rank(rank).operations.back().internal = true;
    job.wait(0, "MPI_Scatter", {JobBuilder::on(send)});
    job.collective(1, "MPI_Barrier");
    CHECK(verdict_of(job) == "collective_mismatch/suspected 0 1 2; exit 6");
    CHECK(roots_differ(job));
    SUBCASE("unless the two exchange parts of a broadcast") {
      job.operation(0, job.receive(0, 2, -16)).internal = true;
      CHECK_FALSE(roots_differ(job));
    }
    SUBCASE("unless the other one has to send something, too") {
      job.thread(2).conditions.push_back(JobBuilder::on(job.synchronous(2, 1, -16)));
      for (const int rank : {1, 2}) job.rank(rank).operations.back().internal = true;
      CHECK_FALSE(roots_differ(job));
    }
  }
  SUBCASE("one sends to the other, and the recorder has the roots and the numbers") {
    job.collective_receive(2, "MPI_Scatter", 1);
    job.collective(0, "MPI_Scatter");
    const int send = job.synchronous(0, 2, -16);
    for (const int rank : {0, 2}) job.rank(rank).operations.back().internal = true;
    job.wait(0, "MPI_Scatter", {JobBuilder::on(send)});
    job.collective(1, "MPI_Barrier");
    for (const int rank : {0, 1, 2}) {
      Collective &collective = *job.thread(rank).collective;
      if (rank != 1) collective.root = rank == 0 ? 0 : 1;
      collective.sequence = rank == 1 ? 2 : 1;
      job.rank(rank).communicators[0].collectives = collective.sequence;
    }
    CHECK(verdict_of(job).starts_with("collective_mismatch/"));
    SUBCASE("which say that one of them is ahead") {
      job.thread(0).collective->sequence = 3;
      CHECK_FALSE(verdict_of(job).starts_with("collective_mismatch/"));
    }
  }
  SUBCASE("one waits for the other, which sends to somebody else") {
    job.collective_receive(0, "MPI_Gather", 2);
    job.collective(2, "MPI_Gather");
    const int send = job.synchronous(2, 1, -16);
    for (const int rank : {1, 2}) job.rank(rank).operations.back().internal = true;
    job.wait(2, "MPI_Gather", {JobBuilder::on(send)});
    job.finalize(1);
    CHECK(verdict_of(job) == "collective_mismatch/counters 0 1 2; exit 3");
    CHECK(roots_differ(job));
  }
}

TEST_CASE("two ranks in one collective that both mean to be its root") {
  JobBuilder job(3);
  const auto sends = [&](int from, int to, const std::string &name) {
    job.collective(from, name);
    const int send = job.synchronous(from, to, -16);
    job.operation(from, send).internal = job.rank(to).operations.back().internal = true;
    job.wait(from, name, {JobBuilder::on(send)});
  };
  SUBCASE("they send to each other") {
    sends(0, 1, "MPI_Scatter");
    sends(1, 0, "MPI_Scatter");
    CHECK(verdict_of(job) == "collective_mismatch/counters 0 1; exit 3");
    CHECK(roots_differ(job));
  }
  SUBCASE("where there is no root, that says nothing") {
    sends(0, 1, "MPI_Alltoallv");
    sends(1, 0, "MPI_Alltoallv");
    CHECK_FALSE(roots_differ(job));
  }
  SUBCASE("one asks for data of the other, which has asked for its data and waits for somebody else first") {
    job.collective_receive(0, "MPI_Gather", 2);
    job.operation(2, job.receive(2, 0, -16)).internal = true;
    job.collective_receive(2, "MPI_Gather", 1);
    job.collective(1, "MPI_Barrier");
    job.collective_receive(1, "MPI_Barrier", 0);
    CHECK(verdict_of(job) == "collective_mismatch/counters 0 2 1; exit 3");
    CHECK(roots_differ(job));
    SUBCASE("but not if that one asks for nothing of it") {
      job.operation(2, 0).peer = ProcessId{0, 1};
      CHECK_FALSE(roots_differ(job));
    }
  }
}

TEST_CASE("a rank in a collective may be sending for long without a trace") {
  JobBuilder job(3);
  job.collective(0, "MPI_Gatherv", 0, 0);
  job.collective(1, "MPI_Gatherv", 0, 0);
  job.recv(2, 0, 7);
  CHECK(verdict_of(job, job) == "waits_for_arrival 0 1 behind 2; exit 6");
  SUBCASE("unless counters show that nothing moves") {
    for (const int rank : {0, 1, 2}) job.rank(rank).progress_counters = {17};
    CHECK(verdict_of(job, job) == "deadlock/looks 0 1 2; exit 3");
  }
}

TEST_CASE("a call that connects with another job waits for the members of its communicator, too") {
  JobBuilder job(3);
  for (const int rank : {0, 2}) {
    job.collective(rank, "MPI_Comm_accept");
    job.thread(rank).conditions.push_back(JobBuilder::outside());
  }
  CHECK(verdict_of(job) == "waits_for_running 0 2 for 1; waits_for_outside 0 2; exit 5");
  job.recv(1, 0, 4);
  CHECK(verdict_of(job) == "deadlock/suspected 0 1 behind 2; exit 6");  // whether rank 1 has left it is not counted
  job.collective(1, "MPI_Comm_accept");
  CHECK(verdict_of(job) == "waits_for_outside 0 2; exit 5");
}

}  // namespace mqs_shim::why
