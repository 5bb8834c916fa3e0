// Small jobs, each with its verdict.

#include "mqs_shim/job/why/verdict.h"

#include <doctest/doctest.h>

#include "mqs_shim/job/why/mismatch.h"
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

TEST_CASE("two ranks that receive from each other are a deadlock") {
  JobBuilder job(2);
  job.recv(0, 1, 7);
  job.recv(1, 0, 7);
  CHECK(verdict_of(job) == "deadlock/counters 0 1; exit 3");
}

TEST_CASE("two ranks that send to each other are a deadlock") {
  JobBuilder job(2);
  job.ssend(0, 1, 7);
  job.ssend(1, 0, 7);
  CHECK(verdict_of(job) == "deadlock/counters 0 1; exit 3");
}

TEST_CASE("a cycle is told in its order, without those behind it") {
  JobBuilder job(5);
  job.recv(0, 2, 1);
  job.recv(2, 1, 1);
  job.ssend(1, 0, 4);
  job.recv(3, 1, 1);
  job.recv(4, 3, 1);
  CHECK(verdict_of(job) == "deadlock/counters 0 2 1 behind 3 4; exit 3");
}

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

TEST_CASE("one runs the program's code in MPI_Finalize") {
  JobBuilder job(2);
  job.finalize(0);
  job.finalize(1);
  CHECK(verdict_of(job) == "exit 0");
  job.thread(1).activity = Activity::runs;
  job.thread(1).conditions.clear();
  job.thread(1).call.clear();
  job.thread(1).inside = "MPI_Finalize";
  CHECK(verdict_of(job) == "waits_for_running 0 for 1; exit 5");
}

TEST_CASE("a message with another tag helps nobody") {
  JobBuilder job(2);
  job.message(1, 0, 8);
  job.recv(0, 1, 7);
  job.recv(1, 0, 7);
  CHECK(verdict_of(job) == "deadlock/counters 0 1; exit 3");
}

TEST_CASE("a message that is here, pending or under way releases") {
  SUBCASE("here") {
    JobBuilder job(2);
    job.message(1, 0, 7);
    job.recv(0, 1, 7);
    job.recv(1, 0, 7);
    CHECK(verdict_of(job) == "waits_for_returning 1; exit 5");
  }
  SUBCASE("pending at its sender") {
    JobBuilder job(2);
    job.recv(0, 1, 7);
    job.ssend(1, 0, 7);
    CHECK(verdict_of(job) == "exit 0");
  }
  SUBCASE("under way") {
    JobBuilder job(2);
    job.recv(0, 1, 7);
    job.recv(1, 0, 7);
    job.under_way(1, 0);
    CHECK(verdict_of(job) == "waits_for_returning 1; exit 5");
  }
  SUBCASE("before its turn") {
    JobBuilder job(2);
    job.recv(0, 1, 7);
    job.recv(1, 0, 7);
    job.message(1, 0, 8);
    job.rank(0).channels[0].early = 1;
    CHECK(verdict_of(job) == "waits_for_returning 1; exit 5");
  }
  SUBCASE("pending at its sender, and nothing tells that it has not arrived") {
    JobBuilder job(2);
    job.recv(0, 1, 7);
    job.synchronous(1, 0, 7);
    job.recv(1, 0, 9);
    job.rank(0).operations.pop_back();
    job.without_counters();
    CHECK(verdict_of(job, job) == "waits_for_unknown 1; exit 6");
    job.operation(1, 0).tag = 8;
    CHECK(verdict_of(job, job) == "deadlock/looks 0 1; exit 3");
  }
  SUBCASE("of a rank that is gone") {
    JobBuilder job(2);
    job.message(1, 0, 7);
    job.recv(0, 1, 7);
    job.rank(1).state = ProcessState::exited;
    CHECK(verdict_of(job) == "exit 0");
  }
}

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

TEST_CASE("a send waits while its message is unmatched at the receiver, and no longer") {
  JobBuilder job(2);
  job.ssend(0, 1, 7);
  job.recv(1, 0, 8);
  CHECK(verdict_of(job) == "deadlock/counters 0 1; exit 3");
  SUBCASE("the receiver has matched it") {
    std::erase_if(job.rank(1).operations, [](const Operation &one) { return one.kind == OperationKind::unexpected; });
    job.thread(1).conditions = {JobBuilder::on(0)};
    CHECK(verdict_of(job) == "waits_for_returning 1; exit 5");
  }
  SUBCASE("a receive there asks for it") {
    job.receive(1, any_source, 7);
    CHECK(verdict_of(job) == "waits_for_returning 1; exit 5");
  }
  SUBCASE("it has been extracted by MPI_Mprobe, but not received") {
    job.operation(1, 0).kind = OperationKind::extracted;
    CHECK(verdict_of(job) == "deadlock/counters 0 1; exit 3");
  }
  SUBCASE("the first of two equal ones has been matched") {
    job.operation(0, job.synchronous(0, 1, 7));
    job.rank(1).operations.erase(job.rank(1).operations.begin());
    job.thread(1).conditions = {JobBuilder::on(0)};
    CHECK(verdict_of(job) == "waits_for_returning 1; exit 5");
  }
  SUBCASE("one of two equal ones has been matched, and no numbers tell which") {
    job.synchronous(0, 1, 7);
    job.rank(1).operations.pop_back();
    for (Evidence &one : job.ranks()) {
      for (Operation &operation : one.operations) operation.sequence = -1;
    }
    CHECK(verdict_of(job) == "waits_for_returning 1; exit 5");
  }
  SUBCASE("the second of two equal ones has been matched: numbers tell which") {
    job.operation(0, job.synchronous(0, 1, 7));
    job.rank(1).operations.pop_back();
    CHECK(verdict_of(job) == "deadlock/counters 0 1; exit 3");
  }
}

TEST_CASE("without numbers of messages the one at the receiver may be a later one than the one that is waited for") {
  JobBuilder job(3);
  job.ssend(0, 1, 7);
  job.recv(1, 2, 7);
  job.recv(2, 0, 7);
  for (const int rank : {0, 1}) job.operation(rank, 0).sequence = -1;
  CHECK(verdict_of(job) == "deadlock/counters 0 1 2; exit 3");
  job.under_way(0, 1);
  CHECK(verdict_of(job) == "waits_for_returning 1 2; exit 5");
}

TEST_CASE("a message at the receiver that its sender does not wait for any more: pictures of different times") {
  JobBuilder job(2);
  job.synchronous(1, 0, 8);
  job.recv(0, 1, 7);
  job.recv(1, 0, 7);
  CHECK(verdict_of(job) == "deadlock/counters 0 1; exit 3");
  job.operation(1, 0).kind = OperationKind::probe;
  CHECK(verdict_of(job) == "waits_for_returning 1; exit 5");
}

TEST_CASE("a send that needs no receive goes on by itself") {
  JobBuilder job(2);
  const int send = job.synchronous(0, 1, 7);
  job.wait(0, "MPI_Send", {JobBuilder::on(send)});
  job.recv(1, 0, 8);
  SUBCASE("eager") {
    job.operation(0, send).synchronous = job.operation(0, send).rendezvous = false;
  }
  SUBCASE("matched") {
    job.operation(0, send).started = true;
  }
  job.rank(1).operations.erase(job.rank(1).operations.begin());
  job.thread(1).conditions = {JobBuilder::on(0)};
  CHECK(verdict_of(job) == "waits_for_returning 1; exit 5");
}

TEST_CASE("one rank that runs releases those that wait for it, and those behind them") {
  JobBuilder job(4);
  job.recv(0, 1, 7);
  job.recv(1, 2, 7);
  job.recv(3, 0, 7);
  CHECK(verdict_of(job) == "waits_for_running 1 for 2 behind 0 3; exit 5");
}

TEST_CASE("what a process that may act is doing is told") {
  JobBuilder job(2);
  job.recv(0, 1, 7);
  SUBCASE("polls") {
    job.thread(1).activity = Activity::polls;
    CHECK(verdict_of(job) == "waits_for_polling 0 for 1; exit 5");
  }
  SUBCASE("stopped, whatever its threads wait for") {
    job.recv(1, 0, 7);
    job.rank(1).state = ProcessState::stopped;
    CHECK(verdict_of(job) == "waits_for_stopped 0 for 1 behind 1; exit 5");
  }
  SUBCASE("before MPI_Init") {
    job.rank(1).state = ProcessState::before_init;
    CHECK(verdict_of(job) == "waits_for_not_started 0 for 1; exit 5");
  }
  SUBCASE("unreadable") {
    job.rank(1).state = ProcessState::unreadable;
    CHECK(verdict_of(job) == "waits_for_unknown 0 for 1; exit 6");
  }
  SUBCASE("in a call that is not understood") {
    job.thread(1).activity = Activity::unknown;
    CHECK(verdict_of(job) == "waits_for_unknown 0 for 1; exit 6");
  }
  SUBCASE("missing") {
    job.ranks().pop_back();
    CHECK(verdict_of(job) == "waits_for_missing 0 for 1; exit 4");
  }
  SUBCASE("given twice") {
    job.recv(1, 0, 7);
    job.ranks().push_back(job.rank(1));
    CHECK(verdict_of(job) == "waits_for_unknown 0 for 1 1 behind 1 1; exit 6");
  }
  SUBCASE("about to return: MPI_Waitall over null and inactive requests") {
    job.wait(1, "MPI_Waitall", {});
    CHECK(verdict_of(job) == "waits_for_returning 0 for 1; exit 5");
  }
}

TEST_CASE("nobody waits") {
  JobBuilder job(2);
  CHECK(verdict_of(job) == "exit 0");
  job.ranks().pop_back();
  CHECK(verdict_of(job) == "exit 4");
}

TEST_CASE("a rank that is gone helps nobody") {
  JobBuilder first(2);
  first.recv(0, 1, 7);
  first.rank(1).threads.clear();
  SUBCASE("dead") {
    first.rank(1).state = ProcessState::exited;
    CHECK(verdict_of(first, first) == "waits_for_dead/looks 0 for 1; exit 3");
    CHECK(verdict_of(first) == "waits_for_dead/suspected 0 for 1; exit 6");
    first.rank(0).transport_empty = true;
    CHECK(verdict_of(first, first) == "waits_for_dead/transport 0 for 1; exit 3");
  }
  SUBCASE("finalized") {
    first.rank(1).state = ProcessState::finalized;
    CHECK(verdict_of(first, first) == "waits_for_finalized/looks 0 for 1; exit 3");
  }
}

TEST_CASE("a rank in MPI_Finalize does not send any more") {
  JobBuilder job(3);
  job.recv(0, 1, 7);
  job.finalize(1);
  job.recv(2, 0, 7);
  CHECK(verdict_of(job) == "waits_for_finalized/counters 0 for 1 behind 1 2; exit 3");
  SUBCASE("but what it has sent still arrives") {
    job.under_way(1, 0);
    CHECK(verdict_of(job) == "waits_for_returning 1 2; exit 5");
  }
}

TEST_CASE("in MPI_Finalize all wait for those who have not come") {
  JobBuilder job(3);
  job.finalize(0);
  job.finalize(1);
  CHECK(verdict_of(job) == "waits_for_running 0 1 for 2; exit 5");
  job.finalize(2);
  CHECK(verdict_of(job) == "exit 0");
  SUBCASE("a deadlock among the others is not blamed on them") {
    JobBuilder other(3);
    other.recv(0, 1, 7);
    other.recv(1, 0, 7);
    other.finalize(2);
    CHECK(verdict_of(other) == "deadlock/counters 0 1 behind 2; exit 3");
  }
}

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

TEST_CASE("any tag does not match messages of the library") {
  JobBuilder job(2);
  job.recv(0, 1, 0);
  job.operation(0, 0).any_tag = true;
  job.recv(1, 0, 7);
  const int message = job.message(1, 0, -16);
  CHECK(verdict_of(job) == "waits_for_returning 1; exit 5");
  job.operation(0, message).internal = true;
  CHECK(verdict_of(job) == "deadlock/counters 0 1; exit 3");
}

TEST_CASE("a message that MPI_Mprobe has taken is for no other receive") {
  JobBuilder job(2);
  job.operation(0, job.message(1, 0, 7)).kind = OperationKind::extracted;
  job.recv(0, 1, 7);
  job.recv(1, 0, 9);
  CHECK(verdict_of(job) == "deadlock/counters 0 1; exit 3");
}

TEST_CASE("MPI_Probe waits as a receive does") {
  JobBuilder job(2);
  job.wait(0, "MPI_Probe", {JobBuilder::on(job.probe(0, 1, 7))});
  job.recv(1, 0, 7);
  CHECK(verdict_of(job) == "deadlock/counters 0 1; exit 3");
  job.message(1, 0, 7);
  CHECK(verdict_of(job) == "waits_for_returning 1; exit 5");
}

TEST_CASE("two deadlocks are two findings, and one behind another that would remain is one, too") {
  JobBuilder job(6);
  job.recv(0, 1, 7);
  job.recv(1, 0, 7);
  job.recv(2, 3, 7);
  job.recv(3, 2, 7);
  job.wait(4, "MPI_Waitall", {JobBuilder::on(job.receive(4, 5, 7)), JobBuilder::on(job.receive(4, 0, 7))});
  job.recv(5, 4, 7);
  CHECK(verdict_of(job) == "deadlock/counters 0 1; deadlock/counters 2 3; deadlock/counters 4 5; exit 3");
}

TEST_CASE("communicators are the same by context id and members") {
  JobBuilder job(4);
  SUBCASE("the same number on disjoint halves") {
    const int half = job.communicator(3, {0, 1});
    job.communicator(3, {2, 3});
    job.recv(0, 1, 7, half);
    job.recv(1, 0, 7, half);
    job.message(3, 2, 7, half);
    CHECK(verdict_of(job) == "deadlock/counters 0 1; exit 3");
  }
  SUBCASE("a message on another communicator") {
    const int other = job.communicator(3, {0, 1, 2, 3});
    job.recv(0, 1, 7, other);
    job.recv(1, 0, 7);
    job.message(1, 0, 7);
    CHECK(verdict_of(job) == "deadlock/counters 0 1; exit 3");
  }
  SUBCASE("one that the peer has not: no counters of it") {
    const int other = job.communicator(3, {0, 1}, {}, {0});
    job.recv(0, 1, 7, other);
    job.recv(1, 0, 7);
    CHECK(verdict_of(job) == "deadlock/suspected 0 1; exit 6");
    CHECK(verdict_of(job, job) == "deadlock/looks 0 1; exit 3");
  }
  SUBCASE("a message for a communicator that is not known here may be the one") {
    job.recv(0, 1, 7);
    job.recv(1, 0, 7);
    const int message = job.message(1, 0, 7);
    job.operation(0, message).communicator = -1;
    CHECK(verdict_of(job) == "waits_for_returning 1; exit 5");
    job.operation(0, message).context_id = 99;
    CHECK(verdict_of(job) == "deadlock/counters 0 1; exit 3");
  }
  SUBCASE("a send on one that the receiver has not yet waits there, from nobody knows whom") {
    const int other = job.communicator(3, {0, 1}, {}, {0});
    job.ssend(0, 1, 7);
    job.recv(1, 0, 9);
    job.operation(0, 0).communicator = other;
    Operation &unclaimed = job.operation(1, 0);
    unclaimed.communicator = -1;
    unclaimed.context_id = 3;
    unclaimed.peer.reset();
    for (const int rank : {0, 1}) job.rank(rank).channels.clear();
    CHECK(verdict_of(job, job) == "deadlock/looks 0 1; exit 3");
    unclaimed.context_id = 4;
    CHECK(verdict_of(job, job) == "waits_for_unknown 1; exit 6");
  }
  SUBCASE("an intercommunicator: any source is the remote group") {
    const int inter = job.communicator(5, {0, 1}, {2, 3});
    job.recv(0, any_source, 7, inter);
    job.recv(2, 0, 7, inter);
    job.recv(3, 2, 7);
    CHECK(verdict_of(job) == "deadlock/counters 0 2 3; exit 3");
    job.thread(3) = {};
    CHECK(verdict_of(job) == "waits_for_running 0 for 3 behind 2; exit 5");
  }
}

TEST_CASE("threads: a rank helps while one of them can act") {
  JobBuilder job(2);
  job.recv(0, 1, 7);
  job.add_thread(1);
  job.recv(1, 0, 7);
  CHECK(verdict_of(job) == "waits_for_running 0 for 1 behind 1; exit 5");
  job.wait(1, "MPI_Recv", {JobBuilder::on(job.receive(1, 0, 9))}, true, 1);
  CHECK(verdict_of(job) == "deadlock/counters 0 1 1; exit 3");
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
  SUBCASE("it has not begun") {
    CHECK(verdict_of(job) == "deadlock/counters 0 0s 2; exit 3");
  }
  SUBCASE("it waits for the rank that waits for it") {
    job.schedule(2, "MPI_Ibarrier", {job.receive(2, 0, -16)});
    CHECK(verdict_of(job) == "deadlock/counters 0 0s 2 2s; exit 3");
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

TEST_CASE("a job that ends is not stuck") {
  JobBuilder job(3);
  for (const int rank : {0, 1}) job.finalize(rank);
  job.rank(2).threads.clear();
  SUBCASE("one has left MPI_Finalize") {
    job.rank(2).state = ProcessState::finalized;
    CHECK(verdict_of(job) == "exit 0");
  }
  SUBCASE("one has exited") {
    job.rank(2).state = ProcessState::exited;
    CHECK(verdict_of(job) == "exit 0");
    CHECK(verdict_of(job, job) == "exit 0");
  }
}

TEST_CASE("ranks that wait for each other in one-sided calls may be about to go on") {
  JobBuilder job(3);
  const auto in_window = [&](int rank, const std::string &call) {
    job.wait(rank, call, {{ConditionKind::any_member, -1, job.members({0, 1, 2})}});
    job.thread(rank).inferred = true;
  };
  in_window(0, "MPI_Win_lock");
  job.recv(2, 0, 7);
  SUBCASE("two of them") {
    in_window(1, "MPI_Win_unlock");
    CHECK(verdict_of(job, job) == "waits_for_unknown 0 1 behind 2; exit 6");
  }
  SUBCASE("one, and the others wait for it elsewhere") {
    job.recv(1, 0, 7);
    CHECK(verdict_of(job, job) == "deadlock/suspected 0 1 2; exit 6");
  }
}

TEST_CASE("members that wait for each other inside one collective disagree about it") {
  JobBuilder job(3);
  SUBCASE("a blocking one") {
    job.collective_receive(0, "MPI_Gather", 1);
    job.collective_receive(1, "MPI_Gather", 0);
    CHECK(verdict_of(job) == "collective_mismatch/counters 0 1; exit 3");
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
      CHECK(verdict_of(moved, job) == "deadlock/suspected 0 2 behind 1 3; exit 6");
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

TEST_CASE("a transfer goes on inside MPI: its other side is waited for while it computes") {
  JobBuilder job(2);
  job.wait(0, "MPI_Wait", {JobBuilder::on(job.receive(0, 1, 7))});
  job.operation(0, 0).kind = OperationKind::transfer;
  CHECK(verdict_of(job) == "waits_for_running 0 for 1; exit 5");
  job.thread(1).call = "MPI_Isend";
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
    // The two exchange parts of a broadcast.
    job.operation(0, job.receive(0, 2, -16)).internal = true;
    CHECK_FALSE(roots_differ(job));
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

TEST_CASE("a rank in a collective may be sending for long without a trace") {
  JobBuilder job(3);
  job.collective(0, "MPI_Gatherv", 0, 0);
  job.collective(1, "MPI_Gatherv", 0, 0);
  job.recv(2, 0, 7);
  CHECK(verdict_of(job, job) == "waits_for_unknown 2; exit 6");
  SUBCASE("unless counters show that nothing moves") {
    for (const int rank : {0, 1, 2}) job.rank(rank).progress_counters = {17};
    CHECK(verdict_of(job, job) == "deadlock/looks 0 1 2; exit 3");
  }
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
  SUBCASE("no counters: it may be a loop of equal calls") {
    job.rank(1).progress_counters.clear();
    moved = job;
  }
  SUBCASE("bytes of a request") {
    moved.operation(1, 0).bytes_done = 4;
  }
  CHECK(verdict_of(moved, job) == "deadlock/suspected 0 1 behind 2; exit 6");
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

TEST_CASE("locks wait for their holders") {
  JobBuilder job(3);
  job.wait(0, "MPI_Win_lock", {{ConditionKind::members, -1, job.members({1})}});
  CHECK(verdict_of(job) == "waits_for_running 0 for 1; exit 5");
  job.recv(1, 0, 7);
  CHECK(verdict_of(job) == "deadlock/suspected 0 1; exit 6");
  CHECK(verdict_of(job, job) == "deadlock/looks 0 1; exit 3");
  job.thread(0).conditions = {{ConditionKind::any_member, -1, job.members({1, 2})}};
  CHECK(verdict_of(job, job) == "waits_for_running 0 for 2 behind 1; exit 5");
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
