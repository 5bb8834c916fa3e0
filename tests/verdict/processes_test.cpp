// What ranks that run, wait elsewhere, or are gone mean for those that wait for them.

#include <doctest/doctest.h>

#include "tests/verdict/job_builder.h"

namespace mqs_shim::why {

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

TEST_CASE("one that is stopped in MPI_Finalize has come there") {
  JobBuilder job(3);
  for (const int rank : {0, 2}) job.finalize(rank);
  job.rank(0).stopped = true;
  const auto expect = [&](const std::string &verdict) {
    CHECK(verdict_of(job) == verdict);
    CHECK(verdict_of(job, job) == verdict);
  };
  const auto check = [&] {
    SUBCASE("one runs") {
      expect("waits_for_running 0 2 for 1; waits_for_stopped 2 for 0; exit 5");
    }
    SUBCASE("all have come") {
      job.finalize(1);
      expect("waits_for_stopped 1 2 for 0; exit 5");
      job.rank(0).stopped = false;
      expect("exit 0");
    }
    SUBCASE("all are stopped there") {
      job.finalize(1);
      for (const int rank : {1, 2}) job.rank(rank).stopped = true;
      expect("waits_for_stopped 0 1 2 for 0 1 2; exit 5");
    }
  };
  SUBCASE("where messages are counted") {
    check();
    SUBCASE("one waits for what never comes") {
      job.recv(1, 2, 7);
      expect("waits_for_finalized/counters 1 for 2 behind 0 2; exit 3");
    }
    SUBCASE("one waits for a message of the one that is stopped") {
      job.recv(1, 0, 7);
      expect("waits_for_finalized/counters 1 for 0 behind 0 2; exit 3");
    }
  }
  SUBCASE("where it is seen that none is under way") {
    job.without_counters();
    for (Evidence &one : job.ranks()) one.transport_empty = true;
    check();
  }
}

TEST_CASE("one that is stopped in MPI_Init has come there") {
  JobBuilder job(3);
  const auto init = [&](int rank) {
    job.rank(rank).state = ProcessState::in_init;
    job.wait(rank, "MPI_Init", {{ConditionKind::members, -1, job.rank(rank).communicators[0].members}});
  };
  for (const int rank : {0, 2}) init(rank);
  job.rank(0).stopped = true;
  SUBCASE("one has not") {
    job.rank(1).state = ProcessState::before_init;
    CHECK(verdict_of(job) == "waits_for_stopped 2 for 0; waits_for_not_started 0 2 for 1; exit 5");
    job.rank(1).stopped = true;
    CHECK(verdict_of(job) == "waits_for_stopped 0 2 for 0 1; exit 5");
  }
  SUBCASE("all have") {
    init(1);
    CHECK(verdict_of(job) == "waits_for_stopped 1 2 for 0; exit 5");
  }
}

TEST_CASE("one that is stopped after MPI_Finalize sends nothing any more") {
  JobBuilder job(2);
  job.recv(0, 1, 7);
  job.rank(1).state = ProcessState::finalized;
  job.rank(1).stopped = true;
  CHECK(verdict_of(job, job) == "waits_for_finalized/looks 0 for 1; exit 3");
}

TEST_CASE("one that is stopped and of which not all can be read may do anything") {
  JobBuilder job(2);
  for (const int rank : {0, 1}) job.recv(rank, 1 - rank, 7);
  job.rank(1).state = ProcessState::unreadable;
  job.rank(1).stopped = true;
  CHECK(verdict_of(job) == "waits_for_stopped 0 for 1 behind 1; exit 5");
}

TEST_CASE("ranks in blocking calls that need nothing and made progress between the two looks may go on") {
  JobBuilder job(2);
  for (const int rank : {0, 1}) job.collective(rank, "MPI_Allreduce");
  CHECK(verdict_of(job) == "exit 0");
  CHECK(verdict_of(job, job) == "waits_for_arrival 0 1; exit 6");
  JobBuilder first = job;
  first.thread(1).call_frame = Address{0x7ffe0000};
  CHECK(verdict_of(first, job) == "exit 5");
  SUBCASE("not if they run") {
    for (const int rank : {0, 1}) job.thread(rank) = Thread();
    CHECK(verdict_of(first, job) == "exit 0");
  }
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
  SUBCASE("stopped") {
    job.rank(1).stopped = true;
    CHECK(verdict_of(job) == "waits_for_stopped 0 for 1; exit 5");
  }
  SUBCASE("stopped, and nobody waits for it") {
    job.rank(1).stopped = true;
    job.thread(0) = {};
    CHECK(verdict_of(job).ends_with("exit 5"));
  }
  SUBCASE("stopped while it waits for what never comes") {
    job.recv(1, 0, 7);
    job.rank(1).stopped = true;
    CHECK(verdict_of(job) == "deadlock/counters 0 1; exit 3");
    job.rank(0).stopped = true;
    CHECK(verdict_of(job) == "deadlock/counters 0 1; exit 3");
    job.under_way(0, 1);
    CHECK(verdict_of(job) == "waits_for_stopped 0 for 1; exit 5");
  }
  SUBCASE("stopped while it waits, where what is on its way to it cannot be seen") {
    job.recv(1, 0, 7);
    job.without_counters();
    job.rank(1).stopped = true;
    CHECK(verdict_of(job, job) == "waits_for_stopped 0 for 1 behind 1; exit 5");
    for (const int rank : {0, 1}) job.rank(rank).transport_empty = true;
    CHECK(verdict_of(job, job) == "deadlock/transport 0 1; exit 3");
  }
  SUBCASE("held by a debugger that lets nobody else read its stacks") {
    job.rank(1).stopped = true;
    job.thread(1).activity = Activity::unknown;
    CHECK(verdict_of(job) == "waits_for_unknown 0 for 1; exit 6");
    job.thread(1).call = "MPI_Recv";
    CHECK(verdict_of(job) == "waits_for_stopped 0 for 1; exit 5");
    job.rank(1).threads.clear();
    CHECK(verdict_of(job) == "waits_for_unknown 0 for 1; exit 6");
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

TEST_CASE("threads in MPI at once against their thread level prove nothing") {
  JobBuilder job(2);
  job.recv(0, 1, 7);
  job.recv(1, 0, 7);
  job.add_thread(0);
  job.wait(0, "MPI_Recv", {JobBuilder::on(job.receive(0, 1, 8))}, true, 1);
  job.rank(0).thread_level = ThreadLevel::multiple;
  CHECK(verdict_of(job) == "deadlock/counters 0 0 1; exit 3");
  job.rank(0).thread_level = ThreadLevel::serialized;
  CHECK(verdict_of(job) == "deadlock/suspected 0 0 1; exit 6");
}

TEST_CASE("a rank whose call a handler of a timer may leave is not proved to be stuck") {
  JobBuilder job(3);
  job.recv(0, 1, 7);
  job.recv(1, 0, 7);
  job.recv(2, 1, 7);
  CHECK(verdict_of(job) == "deadlock/counters 0 1 behind 2; exit 3");
  job.rank(2).timer_signal = 14;
  CHECK(verdict_of(job) == "deadlock/counters 0 1 behind 2; exit 3");
  job.rank(0).timer_signal = 14;
  CHECK(verdict_of(job) == "deadlock/suspected 0 1 behind 2; exit 6");
}

TEST_CASE("a thread of the same rank that runs is named for a receive from any source") {
  JobBuilder job(2);
  job.recv(0, any_source, 7);
  job.recv(1, 0, 7);
  job.add_thread(0);
  CHECK(verdict_of(job) == "waits_for_running 0 1 for 0; exit 5");
}

TEST_CASE("a thread that sleeps until others of its process wake it helps nobody while they are stuck") {
  JobBuilder job(2);
  job.recv(0, 1, 7);
  job.recv(1, 0, 7);
  job.add_thread(0);
  job.thread(0, 1).activity = Activity::sleeps;
  CHECK(verdict_of(job) == "deadlock/counters 0 1; exit 3");
  SUBCASE("the main thread, as in pthread_join()") {
    std::swap(job.thread(0, 0), job.thread(0, 1));
    CHECK(verdict_of(job) == "deadlock/counters 0 1; exit 3");
  }
  SUBCASE("a third one runs, which may wake it") {
    job.add_thread(0);
    CHECK(verdict_of(job) == "waits_for_running 1 for 0 behind 0; exit 5");
  }
  SUBCASE("the other one's call is about to return") {
    job.wait(0, "MPI_Waitall", {});
    CHECK(verdict_of(job) == "waits_for_returning 1 for 0; exit 5");
  }
  SUBCASE("a message for the other one is here") {
    job.message(1, 0, 7);
    CHECK(verdict_of(job) == "waits_for_returning 1; exit 5");
  }
  SUBCASE("with nobody in MPI it is not known what would wake them") {
    job.thread(0).activity = Activity::sleeps;
    job.thread(0).conditions.clear();
    job.thread(0).call.clear();
    CHECK(verdict_of(job) == "waits_for_running 1 for 0; exit 5");
  }
  SUBCASE("one of them was awake at the first look") {
    JobBuilder first = job;
    first.thread(0, 1).activity = Activity::runs;
    CHECK(verdict_of(first, job) == "deadlock/counters 0 1; exit 3");
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
  SUBCASE("crashed, which its core file shows with its counters") {
    first.rank(1).state = ProcessState::crashed;
    first.add_thread(1);
    CHECK(verdict_of(first) == "waits_for_dead/counters 0 for 1; exit 3");
    first.under_way(1, 0);
    CHECK(verdict_of(first) == "exit 0");  // a message that it sent is on its way
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

TEST_CASE("inside a collective the library's own messages need each member, whomever it asks for them") {
  JobBuilder job(3);
  job.collective_receive(0, "MPI_Barrier", any_source);
  job.finalize(1);
  job.collective_receive(2, "MPI_Barrier", 0);
  CHECK(verdict_of(job) == "waits_for_finalized/counters 0 for 1 behind 1 2; exit 3");
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
    CHECK(verdict_of(job, job) == "waits_for_arrival 0 behind 1; exit 6");
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

TEST_CASE("a rank in MPI_Finalize makes no more calls, even if it may come out of it") {
  JobBuilder job(2);
  job.recv(0, 1, 7);
  job.add_thread(0);
  job.finalize(1);
  CHECK(verdict_of(job) == "waits_for_finalized/counters 0 for 1; waits_for_running 1 for 0; exit 3");
  SUBCASE("but what it has sent before comes") {
    job.message(1, 0, 7);
    CHECK(verdict_of(job) == "waits_for_running 1 for 0; exit 5");
  }
  SUBCASE("but a callback of an attribute that is yet to come may") {
    job.rank(1).callbacks_over = false;
    CHECK(verdict_of(job) == "waits_for_finalized/suspected 0 for 1; waits_for_running 1 for 0; exit 6");
    CHECK(verdict_of(job, job) == "waits_for_finalized/looks 0 for 1; waits_for_running 1 for 0; exit 3");
  }
  SUBCASE("but a callback of an attribute may") {
    job.thread(1).call = "MPI_Recv";
    job.thread(1).inside = "MPI_Finalize";
    CHECK(verdict_of(job) == "waits_for_running 1 for 0 behind 0; exit 5");
  }
}

TEST_CASE("who waits for ranks that go on is not waiting for what cannot be seen") {
  JobBuilder job(4);
  job.recv(1, 0, 7);
  job.recv(2, 1, 7);
  job.recv(0, 3, 9);
  job.recv(3, 0, 8);
  job.message(3, 0, 9);
  job.message(0, 3, 8);
  JobBuilder before = job;
  for (const int rank : {0, 3}) before.thread(rank).call_frame = Address{0x7ffe0000};
  CHECK(verdict_of(before, job) == "waits_for_returning 1 behind 2; exit 5");
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

}  // namespace mqs_shim::why
