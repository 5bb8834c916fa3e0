// What is told beside the verdict: what nearly fits, who is where in collectives, and where ways part.

#include <doctest/doctest.h>

#include "mpidbg/abi/queue_details_interface.h"
#include "mqs_shim/job/why/causes/divergence.h"
#include "mqs_shim/job/why/causes/early_leave.h"
#include "mqs_shim/job/why/causes/likely_cause.h"
#include "mqs_shim/job/why/causes/participation.h"
#include "tests/verdict/job_builder.h"

namespace mqs_shim::why {

namespace {

// "near_message 0<-1 tag": the rank that waits, the rank of the other side, what differs.
std::string causes_of(const JobBuilder &job) {
  constexpr const char *kinds[] = {
      "near_message",     "unequal_counts",   "other_communicator",     "collectives_exchanged",
      "no_root",          "not_started",      "nonblocking_order",      "not_received",
      "no_communicator",  "other_collective", "concurrent_collectives", "other_root",
      "neighbors_differ", "left_out",         "taken_by_wildcard"};
  const Waits waits(job.ranks(), {});
  const Verdict verdict = judge(waits, nullptr);
  std::string text;
  for (const Finding &finding : verdict.findings) {
    if (!can_never_go_on(finding.kind)) continue;
    for (const Cause &cause : likely_causes(waits, verdict, finding)) {
      text += std::string(kinds[static_cast<int>(cause.kind)]) + ' ' +
              std::to_string(waits.agents()[cause.agent].process) + "<-" + std::to_string(cause.process);
      if (cause.differences.tag) text += " tag";
      if (cause.differences.communicator) text += " communicator";
      if (cause.differences.sender) text += " sender";
      if (cause.differences.receiver) text += " receiver";
      if (cause.kind == CauseKind::unequal_counts) {
        text += ' ' + std::to_string(cause.sent) + " of " + std::to_string(cause.asked);
      }
      if (cause.kind == CauseKind::nonblocking_order) {
        text += " number " + std::to_string(cause.number) + ", begun " + std::to_string(cause.begun);
      }
      if (cause.kind == CauseKind::collectives_exchanged &&
          (may_be_past(waits, cause.agent, cause.process) ||
           may_be_past(waits, cause.other_agent, waits.agents()[cause.agent].process)))
        text += " perhaps past";
      if (cause.may_come_later) text += " later";
      if (!cause.alike.empty()) text += " alike";
      for (const std::uint32_t process : cause.alike) text += ' ' + std::to_string(process);
      text += "; ";
    }
  }
  return text;
}

Site at(const std::string &function, std::uint32_t line) {
  Site site;
  site.function = function;
  site.file = "swarm.c";
  site.line = line;
  return site;
}

}  // namespace

TEST_CASE("of calls that take a tag, only messages of the same call are near") {
  JobBuilder job(2);
  for (const int rank : {0, 1})
    job.wait(rank, "MPI_Intercomm_create", {JobBuilder::on(job.receive(rank, 1 - rank, 7 + rank))});
  job.message(0, 1, 7);
  job.message(1, 0, 8);
  SUBCASE("both see that the tag differs") {
    CHECK(causes_of(job) == "near_message 0<-0 tag; ");
  }
  SUBCASE("also where the library adds a bit to the tags") {
    for (const int rank : {0, 1}) {
      for (Operation &one : job.rank(rank).operations) one.internal = true, one.tag += 0x10000000;
    }
    CHECK(causes_of(job) == "near_message 0<-0 tag; ");
  }
  SUBCASE("one of the two is in another call") {
    SUBCASE("of the same kind") {
      job.thread(1).call = "MPI_Comm_create_group";
    }
    SUBCASE("of the program's own messages") {
      job.thread(1).call = "MPI_Recv";
    }
    CHECK(causes_of(job) == "");
  }
}

TEST_CASE("the nearest message is told with what differs") {
  JobBuilder job(3);
  const int other = job.communicator(4, {0, 1, 2});
  job.recv(0, 1, 7);
  job.recv(1, 0, 7);
  job.recv(2, 0, 7);
  SUBCASE("another tag") {
    job.message(1, 0, 8);
    CHECK(causes_of(job) == "near_message 0<-0 tag later; ");
  }
  SUBCASE("another communicator") {
    job.message(1, 0, 7, other);
    CHECK(causes_of(job) == "near_message 0<-0 communicator later; ");
  }
  SUBCASE("another sender") {
    job.message(2, 0, 7);
    CHECK(causes_of(job) == "near_message 0<-0 sender later; ");
  }
  SUBCASE("another receiver") {
    job.synchronous(1, 2, 7);
    CHECK(causes_of(job) == "near_message 0<-1 receiver later; ");
  }
  SUBCASE("another receiver, which has the message") {
    job.message(1, 2, 7);
    CHECK(causes_of(job) == "near_message 0<-2 receiver later; ");
  }
  SUBCASE("one for somebody else with another tag is not near") {
    job.message(1, 2, 8);
    job.message(2, 0, 8);
    job.synchronous(1, 2, 9);
    CHECK(causes_of(job) == "");
  }
  SUBCASE("one for somebody else that is too long is not near") {
    job.operation(2, job.message(1, 2, 7)).bytes = 8;
    job.operation(0, 0).bytes = 4;
    CHECK(causes_of(job) == "");
  }
  SUBCASE("traffic of the library with another receiver is not near") {
    job.operation(2, job.message(1, 2, 7)).internal = true;
    CHECK(causes_of(job) == "");
  }
  SUBCASE("what a library sends at MPI_Psend_init, with the tag of the partitioned send, is not near") {
    Operation send;
    send.kind = OperationKind::partitioned_send;
    send.communicator = 0;
    send.peer = job.rank(0).id;
    send.tag = 8;
    job.message(1, 0, 8);
    job.rank(1).operations.push_back(send);
    CHECK(causes_of(job) == "");
    job.rank(1).operations.back().tag = 9;
    CHECK(causes_of(job) == "near_message 0<-0 tag later; ");
  }
  SUBCASE("the one with fewer differences first, of each wait one") {
    job.message(0, 1, 8, other);
    job.message(1, 0, 8);
    job.message(1, 0, 9, other);
    CHECK(causes_of(job) == "near_message 0<-0 tag; near_message 1<-1 tag communicator; ");
  }
  SUBCASE("of equally many differences those of the awaited rank's own message") {
    job.message(2, 0, 7);
    job.message(1, 0, 7, other);
    CHECK(causes_of(job) == "near_message 0<-0 communicator later; ");
  }
  SUBCASE("one of another length, too, is not near") {
    job.operation(0, job.message(1, 0, 8, other)).bytes = 8;
    job.operation(0, 0).bytes = 4;
    CHECK(causes_of(job) == "");
  }
  SUBCASE("one that differs in everything is not near") {
    job.message(2, 0, 9, other);
    CHECK(causes_of(job) == "");
  }
  SUBCASE("one on a communicator of the library's own is not near") {
    job.message(1, 0, 8, other);
    job.rank(2).communicators[1].internal = true;  // the others are in no call that it is for
    CHECK(causes_of(job) == "");
    job.synchronous(1, 2, 7, other);
    CHECK(causes_of(job) == "");
  }
  SUBCASE("traffic of the library is not near") {
    job.operation(0, job.message(1, 0, -16)).internal = true;
    CHECK(causes_of(job) == "");
  }
}

TEST_CASE("a message that was taken by MPI_Mprobe and not received is the cause, not one that is near") {
  JobBuilder job(2);
  job.ssend(1, 0, 7);
  job.operation(0, 0).kind = OperationKind::extracted;
  job.recv(0, 1, 9);
  CHECK(causes_of(job) == "not_received 1<-0; ");
}

TEST_CASE("a message that a receive with a wildcard has taken may be the one that is missing") {
  JobBuilder job(3);
  job.recv(0, 1, 7);
  const int taken = job.message(1, 0, 7);
  job.operation(0, taken).kind = OperationKind::taken;
  SUBCASE("if its sender may still send one, it is only possible") {
    job.recv(1, 0, 9);
    CHECK(causes_of(job) == "taken_by_wildcard 0<-0 later; ");
  }
  SUBCASE("one that nearly fits comes first") {
    for (const int rank : {1, 2}) job.collective(rank, "MPI_Barrier");
    job.message(1, 0, 8);
    CHECK(causes_of(job) == "near_message 0<-0 tag; taken_by_wildcard 0<-0; ");
  }
  SUBCASE("one of another tag, sender or communicator, or one that is too long, is not it") {
    job.recv(1, 0, 9);
    SUBCASE("") {
      job.operation(0, taken).tag = 8;
    }
    SUBCASE("") {
      job.operation(0, taken).peer->rank = 2;
    }
    SUBCASE("") {
      job.operation(0, taken).communicator = job.communicator(4, {0, 1, 2});
    }
    SUBCASE("") {
      job.operation(0, 0).bytes = 4;
      job.operation(0, taken).bytes = 8;
    }
    CHECK(causes_of(job) == "");
  }
}

TEST_CASE("a collective on a communicator that others do not have any more") {
  JobBuilder job(3);
  const int solver = job.communicator(4, {0, 1, 2});
  job.collective(1, "MPI_Allreduce", solver);
  for (const int rank : {0, 2}) {
    job.collective(rank, "MPI_Barrier");
    job.rank(rank).communicators.resize(static_cast<std::size_t>(solver));
  }
  CHECK(causes_of(job) == "no_communicator 1<-0; ");
}

TEST_CASE("a message of another collective tells what its sender has called, by its tag") {
  JobBuilder job(3);
  job.collective_receive(0, "MPI_Barrier", 2);
  job.collective(2, "MPI_Barrier");
  job.recv(1, 0, 4);
  const auto arrive = [&](int from, int collective, int communicator = 0) {
    Operation &message = job.operation(0, job.message(from, 0, 2, communicator));
    message.internal = true;
    message.collective = static_cast<std::uint8_t>(collective);
  };
  SUBCASE("which has left it") {
    arrive(1, MPIDBG_COLLECTIVE_BCAST);
    arrive(1, MPIDBG_COLLECTIVE_SCATTER);
    CHECK(causes_of(job) == "other_collective 0<-0; ");
  }
  SUBCASE("which is in another one, where the algorithm may use the tag") {
    job.collective(1, "MPI_Allreduce");
    arrive(1, MPIDBG_COLLECTIVE_BCAST);
    CHECK(causes_of(job).find("other_collective") == std::string::npos);
  }
  SUBCASE("the same") {
    arrive(1, MPIDBG_COLLECTIVE_BARRIER);
    CHECK(causes_of(job) == "");
  }
  SUBCASE("a nonblocking one may have begun before") {
    arrive(1, MPIDBG_COLLECTIVE_NONBLOCKING);
    CHECK(causes_of(job) == "");
  }
  SUBCASE("unknown") {
    arrive(1, MPIDBG_COLLECTIVE_UNKNOWN);
    CHECK(causes_of(job) == "");
  }
  SUBCASE("on another communicator") {
    const int other = job.communicator(4, {0, 1, 2});
    arrive(1, MPIDBG_COLLECTIVE_BCAST, other);
    CHECK(causes_of(job) == "");
  }
  SUBCASE("of one that may have left the collective that is waited in") {
    job.rank(0).threads.front().collective->name = "MPI_Reduce";
    arrive(1, MPIDBG_COLLECTIVE_BCAST);
    CHECK(causes_of(job) == "");
  }
}

TEST_CASE("a rank named on the wrong communicator can be another process") {
  JobBuilder job(3);
  const int reversed = job.communicator(4, {2, 1, 0});
  SUBCASE("of a message") {
    job.message(0, 1, 7);
    job.recv(1, 2, 7, reversed);
    job.finalize(2);
    CHECK(causes_of(job) == "near_message 1<-1 communicator; ");
  }
  SUBCASE("of a send that waits") {
    job.ssend(0, 1, 7);
    job.receive(1, 2, 7, reversed);
    job.finalize(1);
    CHECK(causes_of(job) == "near_message 0<-1 communicator; ");
  }
  SUBCASE("the rank differs, too") {
    job.message(0, 1, 7);
    job.recv(1, 1, 7, reversed);
    CHECK(causes_of(job) == "near_message 1<-1 communicator sender; ");
  }
}

TEST_CASE("the nearest receive of a send that nobody takes") {
  JobBuilder job(2);
  job.ssend(0, 1, 7);
  job.recv(1, 0, 8);
  // Each is the nearest of the other: one mistake.
  CHECK(causes_of(job) == "near_message 0<-1 tag; ");
}

TEST_CASE("ranks that make the same mistake at the same place are told together") {
  JobBuilder job(3);
  for (int rank = 0; rank < 3; ++rank) {
    job.message(rank, (rank + 1) % 3, 1);
    job.recv(rank, (rank + 2) % 3, 77);
  }
  CHECK(causes_of(job) == "near_message 0<-0 tag alike 1 2; ");
  job.thread(1).site = at("other", 7);
  CHECK(causes_of(job) == "near_message 0<-0 tag alike 2; near_message 1<-1 tag later; ");
}

TEST_CASE("a message that is too long is less near than one that fits") {
  JobBuilder job(2);
  job.message(1, 0, 8);
  job.message(1, 0, 9);
  job.recv(0, 1, 7);
  job.recv(1, 0, 7);
  job.operation(0, 0).bytes = 40;
  job.operation(0, 1).bytes = 4;
  job.operation(0, 2).bytes = 4;
  const Waits waits(job.ranks(), {});
  const Verdict verdict = judge(waits, nullptr);
  const std::vector<Cause> causes = likely_causes(waits, verdict, verdict.findings.at(0));
  REQUIRE(causes.size() == 1);
  CHECK(causes[0].operation == 1);
  CHECK_FALSE(causes[0].too_long);
  job.operation(0, 1).bytes = 41;
  const Waits longer(job.ranks(), {});
  CHECK(likely_causes(longer, judge(longer, nullptr), verdict.findings.at(0)).at(0).too_long);
}

TEST_CASE("what nearly fits may be for a later call, if somebody it depends on has messages to wait for first") {
  JobBuilder job(3);
  const int row = job.communicator(4, {0, 1});
  job.communicator(6, {2});
  const int column = job.communicator(5, {1, 2});
  SUBCASE("a receive whose message another rank sent") {
    job.recv(0, 1, 20);
    job.message(2, 0, 20);
    job.collective_receive(2, "MPI_Barrier", 0);
    job.recv(1, 0, 9);
    CHECK(causes_of(job) == "near_message 0<-0 sender later; ");
    job.thread(1) = {};
    job.rank(1).operations.clear();
    job.collective_receive(1, "MPI_Barrier", 0);
    CHECK(causes_of(job) == "near_message 0<-0 sender; ");
  }
  SUBCASE("a receive whose message is sent to another rank") {
    job.recv(0, 2, 1);
    job.ssend(2, 1, 1);
    job.recv(1, 0, 9);
    CHECK(causes_of(job) == "near_message 0<-2 receiver later; ");
  }
  SUBCASE("a send and a receive with another tag wait for each other") {
    job.ssend(0, 1, 7);
    job.recv(1, 0, 8);
    job.collective(2, "MPI_Barrier");
    CHECK(causes_of(job) == "near_message 0<-1 tag; ");
  }
  SUBCASE("a send, and a receive from another rank") {
    job.ssend(0, 1, 7);
    job.recv(1, 2, 7);
    job.recv(2, 0, 9);
    CHECK(causes_of(job) == "near_message 0<-1 sender later; ");
  }
  SUBCASE("an exchange: each has sent the other what it does not ask for") {
    job.recv(0, 1, 7);
    job.message(1, 0, 8);
    job.recv(1, 0, 5);
    job.message(0, 1, 6);
    CHECK(causes_of(job) == "near_message 0<-0 tag; near_message 1<-1 tag; ");
  }
  SUBCASE("the same collective on two communicators, one of which lacks a rank that receives") {
    job.collective(0, "MPI_Allreduce", row);
    job.collective(1, "MPI_Allreduce", column);
    job.recv(2, 0, 9);
    CHECK(causes_of(job) == "other_communicator 0<-1 communicator later; ");
    job.thread(2) = {};
    job.rank(2).operations.clear();
    job.collective_receive(2, "MPI_Barrier", 0);
    CHECK(causes_of(job) == "other_communicator 0<-1 communicator; collectives_exchanged 2<-1 communicator; ");
  }
  SUBCASE("those that may be for later calls are told last") {
    job.recv(0, 2, 7);
    job.message(1, 0, 7);
    job.recv(2, 1, 5);
    job.message(1, 2, 6);
    job.collective(1, "MPI_Barrier");
    CHECK(causes_of(job) == "near_message 2<-2 tag; near_message 0<-0 sender later; ");
  }
}

TEST_CASE("one receive more than sends") {
  JobBuilder job(2);
  for (int message = 0; message < 3; ++message) {
    job.message(1, 0, 7);
    job.rank(0).operations.pop_back();
  }
  job.recv(0, 1, 7);
  job.collective_receive(1, "MPI_Barrier", 0);
  CHECK(causes_of(job) == "unequal_counts 0<-1 3 of 4; ");
  SUBCASE("a part of the collective does not count") {
    job.operation(0, job.message(1, 0, -16)).internal = true;
    CHECK(causes_of(job) == "unequal_counts 0<-1 3 of 4; ");
  }
  SUBCASE("nothing but a part of the collective has come") {
    job.rank(0).channels[0].taken = job.rank(1).channels[0].sent = 0;
    job.operation(0, job.message(1, 0, -16)).internal = true;
    CHECK(causes_of(job) == "");
  }
  SUBCASE("messages of the library that made another communicator may be among them") {
    job.communicator(4, {0, 1});
    CHECK(causes_of(job) == "");
  }
  SUBCASE("the collective that the receive is called from has sent some") {
    job.thread(0).inside = "MPI_Reduce";
    CHECK(causes_of(job) == "");
  }
  SUBCASE("an earlier collective may have sent some") {
    job.rank(1).communicators[0].collectives = 2;
    CHECK(causes_of(job) == "");
  }
  SUBCASE("the sender may send more") {
    job.thread(1) = {};
    job.recv(1, 0, 9);
    CHECK(causes_of(job) == "");
  }
  SUBCASE("beside a message of another rank") {
    JobBuilder three(3);
    for (int message = 0; message < 3; ++message) {
      three.message(1, 0, 7);
      three.rank(0).operations.pop_back();
    }
    three.recv(0, 1, 7);
    three.message(2, 0, 7);
    for (const int rank : {1, 2}) three.collective_receive(rank, "MPI_Barrier", 0);
    CHECK(causes_of(three) == "near_message 0<-0 sender; unequal_counts 0<-1 3 of 4; ");
  }
}

TEST_CASE("collectives on two communicators") {
  JobBuilder job(2);
  const int other = job.communicator(4, {0, 1});
  job.collective(0, "MPI_Barrier");
  SUBCASE("the same one") {
    job.collective(1, "MPI_Barrier", other);
    CHECK(causes_of(job) == "other_communicator 0<-1 communicator; ");
  }
  SUBCASE("the same one, to which the ranks have come through different functions") {
    job.collective(1, "MPI_Barrier", other);
    job.thread(0).path = {at("main", 7), at("close_file", 9)};
    job.thread(1).path = {at("main", 8)};
    CHECK(causes_of(job) == "");
    job.thread(1).path.push_back(at("close_file", 19));
    CHECK(causes_of(job) == "other_communicator 0<-1 communicator; ");
  }
  SUBCASE("two in a different order") {
    job.collective(1, "MPI_Allreduce", other);
    CHECK(causes_of(job) == "collectives_exchanged 0<-1 communicator; ");
  }
  SUBCASE("one may have left the broadcast that the other is in") {
    job.collective(1, "MPI_Bcast", other);
    CHECK(causes_of(job) == "");
  }
  SUBCASE("one may have left the reduction that the other waits for it in") {
    job.collective_receive(1, "MPI_Reduce", 0, other);
    CHECK(causes_of(job) == "collectives_exchanged 0<-1 communicator perhaps past; ");
  }
  SUBCASE("one has not left it, as they are counted") {
    job.collective_receive(1, "MPI_Reduce", 0, other);
    job.thread(1).collective->sequence = 2;
    job.rank(0).communicators[1].collectives = 1;
    CHECK(causes_of(job) == "collectives_exchanged 0<-1 communicator; ");
    job.rank(0).communicators[1].collectives = 2;
    CHECK(causes_of(job) == "");
  }
  SUBCASE("any member may have left a collective of neighbours") {
    job.collective_receive(1, "MPI_Neighbor_allgather", 0, other);
    CHECK(causes_of(job) == "");
  }
  SUBCASE("a communicator of a window or a file") {
    for (int rank = 0; rank < 2; ++rank) job.rank(rank).communicators[1].internal = true;
    job.collective(1, "MPI_Barrier", other);
    CHECK(causes_of(job) == "");
    SUBCASE("whose collective has another name") {
      job.collective_receive(1, "MPI_Win_fence", 0, other);
      CHECK(causes_of(job) == "");
      for (int rank = 0; rank < 2; ++rank) job.rank(rank).windows.emplace_back().communicator = other;
      CHECK(causes_of(job) == "collectives_exchanged 0<-1 communicator perhaps past; ");
    }
  }
}

TEST_CASE(
    "the same collective at the same place on two communicators, of ranks that do not wait for each other directly") {
  JobBuilder job(3);
  const int split = job.communicator(4, {2, 1, 0});
  for (int rank = 0; rank < 3; ++rank) job.thread(rank).site = at("main", 59);
  job.collective_receive(0, "MPI_Exscan", 2, split);
  job.collective_receive(1, "MPI_Exscan", 0);
  job.collective_receive(2, "MPI_Exscan", 1, split);
  CHECK(causes_of(job) == "other_communicator 1<-0 communicator; ");
  SUBCASE("at another place the order may differ") {
    job.thread(1).site.line = 60;
    CHECK(causes_of(job) == "");
  }
  SUBCASE("the one that waits is not a member of the other communicator") {
    const int pair = job.communicator(5, {1, 2}, {}, {1, 2});
    job.collective_receive(2, "MPI_Exscan", 1, split);
    job.thread(1).collective->communicator = pair;
    job.operation(1, 0).communicator = pair;
    job.operation(1, 0).peer = job.rank(2).id;
    CHECK(causes_of(job).starts_with("other_communicator 2<-1 communicator; "));
  }
}

TEST_CASE("who is in the same collective on another communicator need not be among those who wait for each other") {
  JobBuilder job(3);
  const int other = job.communicator(4, {0, 1, 2});
  for (int rank = 0; rank < 3; ++rank) job.thread(rank).site = at("main", 59);
  job.collective_receive(0, "MPI_Allreduce", 1, other);
  job.recv(1, 0, 7);
  job.collective_receive(2, "MPI_Allreduce", 1);
  CHECK(causes_of(job) == "other_communicator 0<-2 communicator; ");
}

TEST_CASE("a communicator that is freed already on a rank for whom nobody waits is no cause") {
  JobBuilder job(3);
  const int split = job.communicator(4, {2, 1, 0});
  for (int rank = 0; rank < 2; ++rank) job.thread(rank).site = at("main", 59);
  job.collective_receive(0, "MPI_Exscan", 1, split);
  job.collective_receive(1, "MPI_Exscan", 0);
  job.rank(2).communicators.pop_back();
  job.finalize(2);
  CHECK(causes_of(job) == "other_communicator 1<-0 communicator; ");
  SUBCASE("of one that is waited for it is one") {
    job.collective_receive(0, "MPI_Exscan", 2, split);
    CHECK(causes_of(job).find("no_communicator 0<-2; ") != std::string::npos);
  }
}

TEST_CASE("a persistent request that would match is not started") {
  JobBuilder job(2);
  job.recv(1, 0, 9);
  const auto idle = [&](int rank, int index) {
    Operation one = job.operation(rank, index);
    job.rank(rank).operations.pop_back();
    one.persistent = true;
    job.rank(rank).inactive = std::vector{one};
  };
  SUBCASE("a send") {
    job.recv(0, 1, 7);
    Operation send;
    send.kind = OperationKind::send;
    send.communicator = 0;
    send.peer = ProcessId{0, 0};
    send.tag = 7;
    job.rank(1).inactive = std::vector{send};
    CHECK(causes_of(job) == "not_started 0<-1 later; ");
    JobBuilder over = job;
    over.rank(1).operations.clear();
    over.finalize(1);
    CHECK(causes_of(over) == "not_started 0<-1; ");
    job.rank(1).inactive->at(0).tag = 8;
    CHECK(causes_of(job) == "");
    job.rank(1).inactive->at(0).tag = 7;
    job.rank(1).inactive->at(0).peer = ProcessId{0, 1};
    CHECK(causes_of(job) == "");
  }
  SUBCASE("a receive") {
    job.ssend(0, 1, 7);
    idle(1, job.receive(1, any_source, 7));
    CHECK(causes_of(job).find("not_started 0<-1 later; ") != std::string::npos);
    job.rank(1).inactive->at(0).kind = OperationKind::collective;
    CHECK(causes_of(job).find("not_started") == std::string::npos);
  }
}

TEST_CASE("a persistent collective that is not started is one cause, however many ranks wait for it") {
  JobBuilder job(3);
  for (const int rank : {0, 2}) {
    const int schedule = job.schedule(rank, "", {job.receive(rank, 1, -28)});
    job.rank(rank).schedules.back().number = 2;
    job.wait(rank, "MPI_Wait", {JobBuilder::on_schedule(schedule)});
    job.rank(rank).communicators[0].nonblocking_collectives = 2;
  }
  Operation idle;
  idle.kind = OperationKind::collective;
  idle.communicator = 0;
  idle.sequence = 2;
  job.rank(1).inactive = std::vector{idle};
  job.rank(1).communicators[0].nonblocking_collectives = 2;
  job.wait(1, "MPI_Waitall", {JobBuilder::on(job.receive(1, 0, 5)), JobBuilder::on(job.receive(1, 2, 5))});
  CHECK(causes_of(job) == "not_started 0<-1 later; ");
  job.collective(1, "MPI_Barrier");  // before which the others have started it
  CHECK(causes_of(job) == "not_started 0<-1; ");
}

TEST_CASE("a nonblocking collective by its number") {
  JobBuilder job(2);
  const auto begin = [&](int rank, std::int64_t number) {
    const int schedule = job.schedule(rank, "", {job.receive(rank, 1 - rank, -28)});
    job.rank(rank).schedules.back().number = number;
    return schedule;
  };
  job.wait(0, "MPI_Wait", {JobBuilder::on_schedule(begin(0, 2))});
  job.rank(0).communicators[0].nonblocking_collectives = 2;
  SUBCASE("the other rank is through with it") {
    job.rank(1).communicators[0].nonblocking_collectives = 2;
    job.finalize(1);
    CHECK(causes_of(job) == "nonblocking_order 0<-1 number 2, begun 2; ");
  }
  SUBCASE("the other rank has not started its persistent one") {
    Operation idle;
    idle.kind = OperationKind::collective;
    idle.communicator = 0;
    idle.sequence = 2;
    job.rank(1).inactive = std::vector{idle};
    job.rank(1).communicators[0].nonblocking_collectives = 2;
    job.collective_receive(1, "MPI_Barrier", 0);
    CHECK(causes_of(job) == "not_started 0<-1; ");
    SUBCASE("another one") {
      job.rank(1).inactive->at(0).sequence = 1;
      CHECK(causes_of(job) == "nonblocking_order 0<-1 number 2, begun 2; ");
    }
    SUBCASE("on another communicator") {
      job.rank(1).inactive->at(0).communicator = job.communicator(4, {0, 1});
      CHECK(causes_of(job) == "nonblocking_order 0<-1 number 2, begun 2; ");
    }
    SUBCASE("they are not numbered") {
      job.rank(0).schedules.back().number.reset();
      job.rank(1).inactive->at(0).sequence = -1;
      CHECK(causes_of(job) == "not_started 0<-1; ");
    }
  }
  SUBCASE("the other rank has not begun it") {
    job.rank(1).communicators[0].nonblocking_collectives = 1;
    job.collective_receive(1, "MPI_Bcast", 0);
    CHECK(causes_of(job) == "nonblocking_order 0<-1 number 2, begun 1; ");
  }
  SUBCASE("the other rank is in it") {
    job.rank(1).communicators[0].nonblocking_collectives = 2;
    begin(1, 2);
    job.recv(1, 0, 7);
    CHECK(causes_of(job) == "");
  }
  SUBCASE("the other rank is in one on another communicator") {
    const int other = job.communicator(4, {0, 1});
    job.rank(1).communicators[0].nonblocking_collectives = 1;
    const int schedule = job.schedule(1, "", {job.receive(1, 0, -27, other)}, other);
    job.wait(1, "MPI_Wait", {JobBuilder::on_schedule(schedule)});
    CHECK(causes_of(job) == "other_communicator 0<-1 communicator; ");
  }
  SUBCASE("one of three ranks has begun both on another communicator") {
    JobBuilder three(3);
    const int other = three.communicator(4, {0, 1, 2});
    for (int rank = 0; rank < 3; ++rank) {
      const int on = rank == 0 ? other : 0;
      std::vector<Condition> both;
      for (const std::int64_t number : {1, 2}) {
        const int peer = rank != 0 ? 0 : number == 1 ? 2 : 1;
        both.push_back(JobBuilder::on_schedule(three.schedule(rank, number == 1 ? "MPI_Ibarrier" : "MPI_Ireduce",
                                                              {three.receive(rank, peer, -28, on)}, on)));
        three.rank(rank).schedules.back().number = number;
      }
      three.wait(rank, "MPI_Waitall", both);
      three.rank(rank).communicators[0].nonblocking_collectives = rank == 0 ? 0 : 2;
      three.rank(rank).communicators[static_cast<std::size_t>(other)].nonblocking_collectives = rank == 0 ? 2 : 0;
    }
    // Not that the order of MPI_Ibarrier and MPI_Ireduce differs, and not that rank 0 has not begun its own on the
    // first.
    CHECK(causes_of(three) == "other_communicator 1<-0 communicator; ");
  }
  SUBCASE("a blocking call has begun it, and on the other rank one on another communicator") {
    const int other = job.communicator(4, {0, 1});
    job.rank(1).communicators[0].nonblocking_collectives = 1;
    job.schedule(1, "", {job.receive(1, 0, -27, other)}, other);
    job.rank(1).schedules.back().number = 1;
    job.rank(1).communicators[static_cast<std::size_t>(other)].nonblocking_collectives = 1;
    job.rank(0).communicators[static_cast<std::size_t>(other)].nonblocking_collectives = 0;
    for (const int rank : {0, 1}) {
      job.wait(rank, "MPI_Comm_dup", {JobBuilder::on_schedule(0)});
      job.thread(rank).collective = Collective{};
      job.thread(rank).collective->name = "MPI_Comm_dup";
      job.thread(rank).collective->communicator = rank == 0 ? 0 : other;
    }
    CHECK(causes_of(job) == "other_communicator 0<-1 communicator; ");
  }
  SUBCASE("the library does not count them") {
    job.finalize(1);
    CHECK(causes_of(job) == "");
  }
}

TEST_CASE("who has begun no nonblocking collective cannot be past one, whatever its number") {
  JobBuilder job(2);
  job.wait(0, "MPI_Wait", {JobBuilder::on_schedule(job.schedule(0, "", {job.receive(0, 1, -28)}))});
  job.collective_receive(1, "MPI_Barrier", 0);
  const auto may_have_left = [&](std::int32_t begun) {
    job.rank(1).communicators[0].nonblocking_collectives = begun;
    const Waits waits(job.ranks(), {});
    return may_be_past(waits, waits.number_of({0, 0, true}).value(), 1);
  };
  CHECK_FALSE(may_have_left(0));
  CHECK(may_have_left(1));
  CHECK(may_have_left(-1));
}

TEST_CASE("a rooted collective on an intercommunicator that nobody is the root of") {
  JobBuilder job(3);
  const int inter = job.communicator(4, {0, 1}, {2});
  job.collective_receive(2, "MPI_Bcast", 0, inter);
  SUBCASE("the group of the root has passed MPI_PROC_NULL and gone on") {
    for (const int rank : {0, 1}) job.collective(rank, "MPI_Barrier");
    CHECK(causes_of(job) == "no_root 2<-0; ");
  }
  SUBCASE("each group waits for a root in the other one") {
    for (const int rank : {0, 1}) job.collective_receive(rank, "MPI_Bcast", 2, inter);
    CHECK(causes_of(job) == "no_root 0<-2; ");
  }
  SUBCASE("one is the root, and waits for somebody to take its data") {
    job.collective(1, "MPI_Barrier");
    job.collective(0, "MPI_Bcast", inter);
    const int send = job.synchronous(0, 2, -17, inter);
    for (const int rank : {0, 2}) job.rank(rank).operations.back().internal = true;
    job.wait(0, "MPI_Bcast", {JobBuilder::on(send)});
    CHECK(causes_of(job).find("no_root") == std::string::npos);
  }
  SUBCASE("one was the root for another member, and has left") {
    for (const int rank : {0, 1}) job.collective(rank, "MPI_Barrier");
    job.operation(2, job.message(1, 2, -17, inter)).internal = true;
    CHECK(causes_of(job).find("no_root") == std::string::npos);
  }
  SUBCASE("there is no evidence of one that may be the root") {
    job.collective(0, "MPI_Barrier");
    job.ranks().erase(job.ranks().begin() + 1);
    CHECK(causes_of(job).find("no_root") == std::string::npos);
  }
}

TEST_CASE("who waits on the library's communicator of its group is in the collective on the intercommunicator") {
  JobBuilder job(4);
  const int inter = job.communicator(4, {0, 1}, {2, 3});
  const int inner = job.communicator(5, {2, 3});
  for (const int rank : {2, 3}) job.rank(rank).communicators[static_cast<std::size_t>(inner)].internal = true;
  job.collective_receive(0, "MPI_Barrier", 2, inter);
  job.collective_receive(2, "MPI_Barrier", 3, inner);
  const auto roll = [&] {
    const Waits waits(job.ranks(), {});
    for (const Participation &one : participations(waits)) {
      if (!waits.communicators().all()[one.communicator].remote_members.empty()) return one;
    }
    return Participation();
  };
  REQUIRE(roll().groups.size() == 1);
  CHECK(roll().groups[0].processes == std::vector<std::uint32_t>{0, 2});
  CHECK(roll().absent == std::vector<std::uint32_t>{1, 3});
  CHECK(roll().not_awaited.empty());
  SUBCASE("that rank 3 does not have it, or not yet, is no cause") {
    job.rank(3).communicators.pop_back();
    job.recv(3, 0, 7);
    CHECK(causes_of(job).find("no_communicator") == std::string::npos);
  }
  SUBCASE("if its group has two, it may be in either") {
    job.communicator(6, {2, 3}, {0});
    CHECK(roll().groups[0].processes == std::vector<std::uint32_t>{0});
    CHECK(roll().absent == std::vector<std::uint32_t>{1, 3});
  }
}

TEST_CASE("whom nobody waits for in a collective may have left it") {
  JobBuilder job(4);
  job.collective_receive(3, "MPI_Scan", 2);
  const auto participation_of = [&] {
    const Waits waits(job.ranks(), {});
    return participations(waits).at(0);
  };
  CHECK(participation_of().absent == std::vector<std::uint32_t>{0, 1, 2});
  CHECK(participation_of().not_awaited == std::vector<std::uint32_t>{0, 1});
  SUBCASE("it is in another collective") {
    job.collective(0, "MPI_Barrier");
    CHECK(participation_of().not_awaited == std::vector<std::uint32_t>{0});
    job.thread(0).path = {at("main", 7)};
    job.thread(3).path = {at("main", 6)};
    const Waits waits(job.ranks(), {});
    const std::vector<Outliers> outliers = find_outliers(waits, participations(waits));
    CHECK(std::none_of(outliers.begin(), outliers.end(),
                       [](const Outliers &one) { return one.processes == std::vector<std::uint32_t>{0}; }));
  }
  SUBCASE("the members of a barrier wait for all") {
    job.thread(3).collective->name = "MPI_Barrier";
    CHECK(participation_of().not_awaited.empty());
  }
  SUBCASE("what it waits for is not seen") {
    job.collective(3, "MPI_Scan");
    CHECK(participation_of().not_awaited.empty());
  }
  SUBCASE("what it waits for was concluded") {
    job.thread(3).inferred = true;
    CHECK(participation_of().not_awaited.empty());
  }
}

TEST_CASE("the roll of each communicator that somebody waits on") {
  JobBuilder job(5);
  for (const int rank : {0, 2, 4}) job.collective(rank, "MPI_Barrier");
  job.collective(3, "MPI_Bcast", 0, 1);
  const Waits waits(job.ranks(), {});
  const std::vector<Participation> rolls = participations(waits);
  REQUIRE(rolls.size() == 1);
  REQUIRE(rolls[0].groups.size() == 2);
  CHECK(rolls[0].groups[0].processes == std::vector<std::uint32_t>{3});
  CHECK(rolls[0].groups[0].example.of(waits.evidence()).name == "MPI_Bcast");
  CHECK(rolls[0].groups[1].processes == std::vector<std::uint32_t>{0, 2, 4});
  CHECK(rolls[0].absent == std::vector<std::uint32_t>{1});
  CHECK_FALSE(rolls[0].unseen);
  job.ranks().pop_back();
  const Waits fewer(job.ranks(), {});
  CHECK(participations(fewer)[0].unseen);
}

TEST_CASE("a rank whose call cannot be seen is in no collective or in that which its messages name, as a hint") {
  JobBuilder job(4);
  job.collective(0, "MPI_Barrier");
  job.collective(1, "MPI_Barrier");
  for (const int rank : {2, 3}) {
    job.thread(rank).activity = Activity::unknown;
    job.thread(rank).why_unknown = "at a place that is not known";
  }
  const auto of_library = [&](int index, int collective) {
    Operation &operation = job.operation(2, index);
    operation.internal = true;
    operation.collective = static_cast<std::uint8_t>(collective);
  };
  const auto participation_of = [&] {
    const Waits waits(job.ranks(), {});
    return participations(waits).at(0);
  };
  const std::vector<std::uint32_t> both{2, 3};
  SUBCASE("no message") {
    CHECK(participation_of().traced.empty());
    CHECK(participation_of().hidden == both);
    CHECK(participation_of().absent.empty());
  }
  SUBCASE("one that it waits for") {
    of_library(job.receive(2, 1, 1), MPIDBG_COLLECTIVE_BARRIER);
    const Participation roll = participation_of();
    REQUIRE(roll.traced.size() == 1);
    CHECK(roll.traced[0].name == "MPI_Barrier");
    CHECK(roll.traced[0].processes == std::vector<std::uint32_t>{2});
    CHECK(roll.hidden == std::vector<std::uint32_t>{3});
    CHECK(roll.absent.empty());
    CHECK(verdict_of(job).find("deadlock") == std::string::npos);
    // Also where nobody is seen in a collective.
    for (const int rank : {0, 1}) job.thread(rank) = Thread();
    CHECK(participation_of().traced.size() == 1);
    CHECK(participation_of().absent == std::vector<std::uint32_t>{0, 1});
    // One whose call is seen needs no hint.
    job.thread(2) = Thread();
    const Waits waits(job.ranks(), {});
    CHECK(participations(waits).empty());
  }
  SUBCASE("of two collectives it may be in either") {
    of_library(job.receive(2, 1, 1), MPIDBG_COLLECTIVE_BARRIER);
    of_library(job.receive(2, 1, 2), MPIDBG_COLLECTIVE_BCAST);
    CHECK(participation_of().traced.empty());
  }
  SUBCASE("of a nonblocking one") {
    of_library(job.receive(2, 1, 300), MPIDBG_COLLECTIVE_NONBLOCKING);
    CHECK(participation_of().traced.empty());
  }
  SUBCASE("what has come is of another rank") {
    of_library(job.message(1, 2, 1), MPIDBG_COLLECTIVE_BARRIER);
    CHECK(participation_of().traced.empty());
  }
  SUBCASE("on another communicator") {
    of_library(job.receive(2, 1, 1, job.communicator(4, {0, 1, 2, 3})), MPIDBG_COLLECTIVE_BARRIER);
    CHECK(participation_of().traced.empty());
  }
  SUBCASE("a process that cannot be read") {
    job.rank(3).threads.clear();
    job.rank(3).state = ProcessState::unreadable;
    CHECK(participation_of().hidden == both);
  }
}

TEST_CASE("the outlier is told first, with the place where the ways part") {
  JobBuilder job(4);
  for (int rank = 0; rank < 4; ++rank) {
    job.collective(rank, rank == 1 ? "MPI_Allreduce" : "MPI_Barrier");
    job.thread(rank).path = {at("main", 17), at("migrate", rank == 1 ? 3801u : 3786u), at("sync", 9)};
  }
  const Waits waits(job.ranks(), {});
  const std::vector<Outliers> outliers = find_outliers(waits, participations(waits));
  REQUIRE(outliers.size() == 1);
  CHECK(outliers[0].processes == std::vector<std::uint32_t>{1});
  CHECK(outliers[0].most == std::vector<std::uint32_t>{0, 2, 3});
  REQUIRE(outliers[0].divergence.has_value());
  CHECK(outliers[0].divergence->depth == 1);
  CHECK(outliers[0].divergence->one.line == 3801);
  CHECK(outliers[0].divergence->other.line == 3786);
  CHECK(outliers[0].at_one == std::vector<std::uint32_t>{1});
  CHECK(outliers[0].at_other == std::vector<std::uint32_t>{0, 2, 3});
}

TEST_CASE("of those in a collective, they alone are told to be at a place who are there") {
  JobBuilder job(4);
  for (int rank = 0; rank < 4; ++rank) {
    if (rank != 3) job.collective(rank, "MPI_Barrier");
    job.thread(rank).path = {at("main", rank == 3 ? 99u : rank == 1 ? 77u : 72u)};
  }
  const Waits waits(job.ranks(), {});
  const std::vector<Outliers> outliers = find_outliers(waits, participations(waits));
  REQUIRE(outliers.size() == 1);
  CHECK(outliers[0].most == std::vector<std::uint32_t>{0, 1, 2});
  CHECK(outliers[0].at_one == std::vector<std::uint32_t>{3});
  CHECK(outliers[0].at_other == std::vector<std::uint32_t>{0, 2});
}

TEST_CASE("ways that do not part, or share nothing") {
  CHECK_FALSE(where_paths_diverge({at("main", 1)}, {at("main", 1), at("step", 2)}).has_value());
  CHECK_FALSE(where_paths_diverge({at("worker", 1)}, {at("main", 1)}).has_value());
  CHECK_FALSE(where_paths_diverge({at("main", 1), at("a", 5)}, {at("main", 1), at("b", 6)}).has_value());
  CHECK_FALSE(where_paths_diverge({}, {}).has_value());
  Site unrolled = at("main", 1);
  unrolled.offset = 64;
  CHECK_FALSE(where_paths_diverge({at("main", 1)}, {unrolled}).has_value());
  CHECK(where_paths_diverge({at("", 0)}, {[] {
                              Site site = at("", 0);
                              return site.offset = 8, site;
                            }()})
            .has_value());
}

TEST_CASE("the two sides of partitioned communication of which only the tag differs") {
  JobBuilder job(2);
  for (const int rank : {0, 1}) {
    Operation &one = job.operation(rank, job.receive(rank, 1 - rank, 7));
    one.kind = rank == 0 ? OperationKind::partitioned_receive : OperationKind::partitioned_send;
    one.partitions = 4;
    job.wait(rank, "MPI_Wait", {JobBuilder::on(0)});
  }
  Operation &receive = job.operation(0, 0), &send = job.operation(1, 0);
  receive.met_none = true;
  send.partitions_ready = 4;
  send.tag_known = false;  // as MPICH's
  CHECK(causes_of(job) == "near_message 0<-1 tag; ");
  SUBCASE("that both keep") {
    send.tag_known = true;
    send.tag = 8;
    CHECK(causes_of(job) == "near_message 0<-1 tag; ");
    send.tag = 7;
    CHECK(causes_of(job).empty());
  }
  SUBCASE("of two sends it is said of the one that is waited for") {
    const Operation other = send;
    job.rank(1).operations.push_back(other);
    CHECK(causes_of(job) == "near_message 1<-0 tag; ");
  }
  SUBCASE("one that has met a receiver is another one") {
    send.partitions_ready = 3;
    send.perhaps_one_more = true;
    CHECK(causes_of(job).empty());
  }
}

}  // namespace mqs_shim::why
