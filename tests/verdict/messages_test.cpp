// Receives, sends and probes: what releases them.

#include <doctest/doctest.h>

#include "tests/verdict/job_builder.h"

namespace mqs_shim::why {

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

TEST_CASE("a message that is pending at a rank outside of MPI waits for that rank") {
  JobBuilder job(3);
  const int send = job.synchronous(0, 1, 7);
  std::erase_if(job.rank(1).operations, [](const Operation &one) { return one.kind == OperationKind::unexpected; });
  job.without_counters();
  SUBCASE("in a receive from it") {
    job.recv(1, 0, 7);
    CHECK(verdict_of(job) == "waits_for_running 1 for 0; exit 5");
    SUBCASE("which is stopped") {
      job.rank(0).stopped = true;
      CHECK(verdict_of(job) == "waits_for_stopped 1 for 0; exit 5");
    }
    SUBCASE("unless it is inside MPI") {
      job.wait(0, "MPI_Wait", {JobBuilder::on(send)});
      CHECK(verdict_of(job) == "exit 0");
    }
    SUBCASE("unless it has arrived") {
      job.message(0, 1, 7);
      CHECK(verdict_of(job) == "exit 0");
    }
  }
  SUBCASE("in a receive of any source, and not for others that run") {
    job.recv(1, any_source, 7);
    CHECK(verdict_of(job) == "waits_for_running 1 for 0; exit 5");
  }
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
    CHECK(verdict_of(job, job) == "waits_for_arrival 0 behind 1; exit 6");
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

TEST_CASE("a send that MPI_Mprobe has taken is for no other receive or probe") {
  JobBuilder job(3);
  job.ssend(1, 0, 7);
  for (std::size_t i = 0; i < job.rank(0).operations.size(); ++i) {
    job.operation(0, static_cast<int>(i)).kind = OperationKind::extracted;
  }
  SUBCASE("a receive") {
    job.recv(0, 1, 7);
  }
  SUBCASE("a probe of any source") {
    job.wait(0, "MPI_Mprobe", {JobBuilder::on(job.probe(0, any_source, 7))});
    job.recv(2, 0, 9);
  }
  CHECK(verdict_of(job).starts_with("deadlock/counters 0 1"));
}

TEST_CASE("a message inside a collective is not for a receive of the program with the same tag") {
  JobBuilder job(2);
  job.recv(0, any_source, 1);
  job.recv(1, 0, 7);
  const int message = job.message(1, 0, 1);
  CHECK(verdict_of(job) == "waits_for_returning 1; exit 5");
  job.operation(0, message).internal = true;
  CHECK(verdict_of(job) == "deadlock/counters 0 1; exit 3");
  SUBCASE("but on a communicator of the library all are its own") {
    job.rank(0).communicators[0].internal = true;
    CHECK(verdict_of(job) == "waits_for_returning 1; exit 5");
  }
}

TEST_CASE("MPI_Probe waits as a receive does") {
  JobBuilder job(2);
  job.wait(0, "MPI_Probe", {JobBuilder::on(job.probe(0, 1, 7))});
  job.recv(1, 0, 7);
  CHECK(verdict_of(job) == "deadlock/counters 0 1; exit 3");
  job.message(1, 0, 7);
  CHECK(verdict_of(job) == "waits_for_returning 1; exit 5");
}

TEST_CASE("a message whose sender computes is waited for by a rank that stands still") {
  JobBuilder job(2);
  job.recv(0, 1, 7);
  job.synchronous(1, 0, 7);
  CHECK(verdict_of(job) == "exit 0");
  job.without_counters();
  CHECK(verdict_of(job, job) == "waits_for_running 0 for 1; exit 5");
}

TEST_CASE("no rank is missing because the source of a transfer is not known yet") {
  JobBuilder job(2);
  job.recv(0, any_source, 7);
  job.operation(0, 0).kind = OperationKind::transfer;
  job.recv(1, 0, 7);
  CHECK(verdict_of(job) == "waits_for_unknown 0 behind 1; exit 6");
  JobBuilder moved = job;
  moved.operation(0, 0).bytes_done = 4096;
  CHECK(verdict_of(job, moved) == "waits_for_returning 0 behind 1; exit 5");
}

TEST_CASE("a transfer goes on inside MPI: its other side is waited for while it computes") {
  JobBuilder job(2);
  job.wait(0, "MPI_Wait", {JobBuilder::on(job.receive(0, 1, 7))});
  job.operation(0, 0).kind = OperationKind::transfer;
  CHECK(verdict_of(job) == "waits_for_running 0 for 1; exit 5");
  job.thread(1).call = "MPI_Isend";
  CHECK(verdict_of(job) == "exit 0");
}

TEST_CASE("a synchronous send to one that takes no messages in MPI_Finalize is never received") {
  JobBuilder job(2);
  job.ssend(0, 1, 7);
  job.rank(1).operations.clear();  // it has not looked at the transport since
  job.finalize(1);
  job.without_counters();
  CHECK(verdict_of(job) == "waits_for_finalized/suspected 0 for 1 behind 1; exit 6");
  CHECK(verdict_of(job, job) == "waits_for_finalized/looks 0 for 1 behind 1; exit 3");
  SUBCASE("unless the answer is under way") {
    job.rank(0).transport_empty = false;
    CHECK(verdict_of(job, job) == "waits_for_finalized/suspected 0 for 1 behind 1; exit 6");
  }
  SUBCASE("nothing under way to the sender does not tell whether it was answered at all") {
    job.rank(0).transport_empty = true;
    CHECK(verdict_of(job, job) == "waits_for_finalized/looks 0 for 1 behind 1; exit 3");
  }
  SUBCASE("whatever is under way to that one") {
    job.rank(1).transport_empty = false;
    job.wait(0, "MPI_Waitany", {JobBuilder::on(0), JobBuilder::on(job.receive(0, any_source, 7))}, false);
    CHECK(verdict_of(job, job) == "unmatched/looks 0 for 1 behind 1; exit 3");
    job.rank(1).callbacks_over = false;
    CHECK(verdict_of(job, job) == "unmatched/suspected 0 for 1 behind 1; exit 6");
    job.rank(1).callbacks_over = true;
    job.schedule(1, "MPI_Ibarrier", {job.receive(1, 0, -16)});
    CHECK(verdict_of(job, job) == "unmatched/suspected 0 for 1 behind 1 1s; exit 6");
  }
  SUBCASE("unless a receive asks for it") {
    job.receive(1, 0, 7);
    CHECK(verdict_of(job, job) == "waits_for_arrival 0 behind 1; exit 6");
  }
  SUBCASE("unless data of it is arriving") {
    job.operation(1, job.receive(1, 0, 7)).kind = OperationKind::transfer;
    CHECK(verdict_of(job, job) == "waits_for_arrival 0 behind 1; exit 6");
  }
  SUBCASE("unless a callback may receive it") {
    job.thread(1).call = "MPI_Recv";
    job.thread(1).inside = "MPI_Finalize";
    CHECK(verdict_of(job, job) == "waits_for_arrival 0 behind 1; exit 6");
  }
}

TEST_CASE("one that counts takes messages in MPI_Finalize, and what is not there was received before") {
  JobBuilder job(2);
  job.ssend(0, 1, 7);
  job.rank(1).operations.clear();
  job.finalize(1);
  CHECK(verdict_of(job, job) == "waits_for_arrival 0 behind 1; exit 6");
}

TEST_CASE("inside collectives, messages match by what the library uses for the communicator, too") {
  JobBuilder job(2);
  for (const int rank : {0, 1}) {
    const int message = job.message(1 - rank, rank, -16), receive = job.receive(rank, 1 - rank, -16);
    job.operation(rank, message).internal = true;
    job.operation(rank, message).context_id = 2 * (1 - rank);
    job.operation(rank, receive).context_id = 2 * rank;
    job.wait(rank, "MPI_Wait", {JobBuilder::on_schedule(job.schedule(rank, "MPI_Iscan", {receive}))});
  }
  CHECK(verdict_of(job) == "collective_mismatch/counters 0 0s 1 1s; exit 3");
  SUBCASE("the same") {
    for (Evidence &rank : job.ranks())
      for (Operation &operation : rank.operations) operation.context_id = 2;
    CHECK(verdict_of(job) == "waits_for_returning 0 1; exit 5");
  }
  SUBCASE("not known of one") {
    for (const int rank : {0, 1}) job.operation(rank, 0).context_id = -1;
    CHECK(verdict_of(job) == "waits_for_returning 0 1; exit 5");
  }
}

}  // namespace mqs_shim::why
