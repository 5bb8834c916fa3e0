// Partitioned communication: whose call the two sides wait for.

#include <doctest/doctest.h>

#include "tests/verdict/job_builder.h"

namespace mqs_shim::why {

namespace {

// Rank 0 receives from rank 1, which sends; each with 4 partitions.
class PartitionedJob : public JobBuilder {
 public:
  PartitionedJob() : JobBuilder(2) { without_counters(); }

  int receive() {
    Operation one = pending(OperationKind::partitioned_receive, 1);
    one.tag = 5;
    return add(0, one);
  }
  int send(int ready, bool perhaps_one_more = false) {
    Operation one = pending(OperationKind::partitioned_send, 0);
    one.tag_known = false;
    one.partitions_ready = ready;
    one.perhaps_one_more = perhaps_one_more;
    return add(1, one);
  }
  void wait_for(int rank, int operation) { wait(rank, "MPI_Wait", {on(operation)}); }
  void idle(int rank, int operation) {
    this->operation(rank, operation).idle = true;
    this->operation(rank, operation).partitions_ready = -1;
  }

 private:
  Operation pending(OperationKind kind, int peer) {
    Operation one;
    one.kind = kind;
    one.communicator = 0;
    one.peer = rank(peer).id;
    one.partitions = 4;
    one.persistent = true;
    return one;
  }
  int add(int rank, const Operation &one) {
    this->rank(rank).operations.push_back(one);
    return static_cast<int>(this->rank(rank).operations.size()) - 1;
  }
};

std::string seen_twice(const PartitionedJob &job) {
  return verdict_of(job, job);
}

}  // namespace

TEST_CASE("a partitioned send whose partitions are not all ready waits for its own program") {
  PartitionedJob job;
  job.wait_for(0, job.receive());
  SUBCASE("surely") {
    job.wait_for(1, job.send(3));
  }
  SUBCASE("surely, at most one more") {
    job.wait_for(1, job.send(2, true));
  }
  SUBCASE("as the receiver has started") {
    job.wait_for(1, job.send(3, true));
  }
  CHECK(seen_twice(job) == "self_deadlock/looks 1 behind 0; exit 3");
  // Another thread may mark them.
  job.add_thread(1);
  CHECK(seen_twice(job) == "waits_for_running 0 1 for 1; exit 5");
}

TEST_CASE("a partitioned send that is ready waits for the start of its receiver") {
  PartitionedJob job;
  SUBCASE("that has not called MPI_Precv_init") {
    job.wait_for(1, job.send(4));
  }
  SUBCASE("that has") {
    job.idle(0, job.receive());
    job.wait_for(1, job.send(3, true));
  }
  SUBCASE("or of one of two, perhaps for its own program") {
    job.receive();
    job.idle(0, job.receive());
    job.wait_for(1, job.send(3, true));
  }
  CHECK(seen_twice(job).starts_with("waits_for_running 1 for 0"));
  job.recv(0, 1, 7);
  CHECK(seen_twice(job).starts_with("deadlock/looks"));
}

TEST_CASE("a partitioned receive waits for its sender, and no message with its tag helps it") {
  PartitionedJob job;
  job.wait_for(0, job.receive());
  job.message(1, 0, 5);
  SUBCASE("that has not called MPI_Psend_init") {}
  SUBCASE("that has not started") {
    job.idle(1, job.send(-1));
  }
  CHECK(seen_twice(job) == "waits_for_running 0 for 1; exit 5");
  job.recv(1, 0, 7);
  CHECK(seen_twice(job) == "deadlock/looks 0 1; exit 3");
  // One look: the answer of the receiver may be under way.
  CHECK(verdict_of(job) == "deadlock/suspected 0 1; exit 6");
}

TEST_CASE("a partitioned receive that has met no send has another tag than one whose tag is not known") {
  PartitionedJob job;
  const int receive = job.receive(), send = job.send(4);
  job.wait_for(0, receive);
  job.wait_for(1, send);
  CHECK(seen_twice(job).find("deadlock") == std::string::npos);
  job.operation(0, receive).met_none = true;
  CHECK(seen_twice(job) == "deadlock/looks 0 1; exit 3");
  // One look: the receiver may be about to hear of the send.
  CHECK(verdict_of(job) == "deadlock/suspected 0 1; exit 6");
  // It hears of nothing outside of MPI.
  PartitionedJob running;
  running.operation(0, running.receive()).met_none = true;
  running.wait_for(1, running.send(4));
  CHECK(seen_twice(running) == "waits_for_running 1 for 0; exit 5");
}

TEST_CASE("a receive does not take what a partitioned send sends") {
  PartitionedJob job;
  job.send(4);
  job.operation(1, 0).tag = 7;
  job.recv(0, 1, 7);
  job.recv(1, 0, 7);
  CHECK(seen_twice(job) == "deadlock/looks 0 1; exit 3");
}

TEST_CASE("partitioned data that moves is no deadlock whatever both sides wait for") {
  PartitionedJob job;
  const int receive = job.receive(), send = job.send(0);
  job.operation(1, send).started = true;
  job.wait_for(0, receive);
  job.recv(1, 0, 7);
  CHECK(verdict_of(job) == "waits_for_returning 1; exit 5");
  CHECK(seen_twice(job) == "waits_for_arrival 0 behind 1; exit 6");
}

TEST_CASE("two sides that have both done what they have to are no deadlock, whatever else the processes wait for") {
  PartitionedJob job;
  job.wait_for(0, job.receive());
  SUBCASE("in a wait for it") {
    job.wait_for(1, job.send(4));
  }
  SUBCASE("elsewhere") {
    job.send(4);
    job.recv(1, 0, 7);
  }
  CHECK(seen_twice(job).find("deadlock") == std::string::npos);
}

TEST_CASE("the other side of a partitioned receive is what sends to it with its tag on its communicator") {
  PartitionedJob job;
  const int halo = job.communicator(4, {0, 1});
  const int receive = job.receive();
  for (const int tag : {5, 6, 5}) {
    Operation &send = job.operation(1, job.send(4));
    send.tag_known = true;
    send.tag = tag;
  }
  job.operation(1, 0).communicator = halo;
  job.operation(1, 2).partitions_ready = 1;
  const auto other = [&] {
    const Waits waits(job.ranks(), {});
    const Operation *const found = waits.partitioned().other_side(0, job.operation(0, receive));
    return found == nullptr ? -1 : static_cast<int>(found - job.rank(1).operations.data());
  };
  CHECK(other() == 2);
  job.operation(1, 1).tag_known = false;  // it may be that one, too
  CHECK(other() == -1);
  job.operation(1, 1).peer = job.rank(1).id;
  CHECK(other() == 2);
  job.operation(1, 2).kind = OperationKind::partitioned_receive;
  CHECK(other() == -1);
}

}  // namespace mqs_shim::why
