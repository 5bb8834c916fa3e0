// Sends whose own process does not know the peer.

#include "mqs_shim/job/why/evidence/unplaced_sends.h"

#include <doctest/doctest.h>

#include "mqs_shim/job/why/evidence/rank_evidence.h"

namespace mqs_shim::why {

namespace {

constexpr mpidbg::Address record(0x7000);

mqs_shim::Operation operation(bool is_send) {
  mqs_shim::Operation result;
  result.is_send = is_send;
  result.context_id = 0;
  return result;
}

// Rank 0 has a send to nobody knows whom; the ranks from 1 on have a message of rank 0, from these sends of it.
// `number` is what the library identifies the send by, if that is not its record.
std::vector<Evidence> evidence_of(const std::vector<mpidbg::Address> &sends, mpidbg::Address number = {}) {
  std::vector<Evidence> evidence;
  for (std::int32_t rank = 0; rank <= static_cast<std::int32_t>(sends.size()); ++rank) {
    ProcessReport report;
    report.job = 1;
    report.world_rank = rank;
    report.world_size = 3;
    report.mpi_state = MPIDBG_MPI_INITIALIZED;
    CommunicatorRecord world;
    world.handle = mpidbg::Address(0x44000000);
    world.context_id = 0;
    world.rank = rank;
    world.size = 3;
    mqs_shim::Operation pending = operation(rank == 0);
    if (rank == 0) {
      pending.flags = MPIDBG_OP_TAG_UNKNOWN;
      pending.record = record;
      pending.request = mpidbg::Address(0xac000000);
    } else {
      pending.comm_rank = pending.world_rank = 0;
      pending.peer_job = 1;
      pending.tag = 7;
      pending.bytes = 4096;
      pending.protocol = MPIDBG_PROTOCOL_RENDEZVOUS;
      pending.record = mpidbg::Address(0x5000);
    }
    Queue &queue = world.queues[rank == 0 ? MPIDBG_QUEUE_SENDS : MPIDBG_QUEUE_UNEXPECTED];
    queue.operations.push_back(pending);
    if (rank != 0) queue.sends.push_back({pending.record, sends[static_cast<std::size_t>(rank - 1)]});
    if (rank == 0 && !number.is_null()) queue.sends.push_back({pending.record, number});
    report.communicators.push_back(world);
    evidence.push_back(rank_evidence(report));
  }
  Thread thread;
  thread.call = "MPI_Send";
  thread.activity = Activity::waits;
  thread.conditions.push_back({ConditionKind::operation, 0, {}});
  evidence[0].threads.push_back(thread);
  return evidence;
}

}  // namespace

TEST_CASE("the message that has arrived tells to whom a send goes") {
  std::vector<Evidence> evidence = evidence_of({mpidbg::Address(0x9000), record});
  CHECK_FALSE(evidence[0].operations[0].peer);
  place_sends(evidence);
  const Operation &send = evidence[0].operations[0];
  REQUIRE(send.peer);
  CHECK(send.peer->rank == 2);
  CHECK(send.tag == 7);
  CHECK(send.bytes == 4096);
  CHECK(evidence[0].queues_complete);
  CHECK(evidence[0].threads[0].activity == Activity::waits);
}

TEST_CASE("a send and its message can have a number in common instead of the send's record") {
  constexpr mpidbg::Address number(12);
  std::vector<Evidence> evidence = evidence_of({record, number}, number);
  REQUIRE(evidence[0].sends);
  CHECK(evidence[0].sends->arrived.empty());
  place_sends(evidence);
  REQUIRE(evidence[0].operations[0].peer);
  CHECK(evidence[0].operations[0].peer->rank == 2);
}

TEST_CASE("a send whose message no rank has leaves open what its thread waits for") {
  for (const auto &sends : {std::vector<mpidbg::Address>{mpidbg::Address(0x9000)},  // another one's
                            std::vector<mpidbg::Address>{mpidbg::Address()},
                            std::vector<mpidbg::Address>{record, record}}) {  // which contradict each other
    std::vector<Evidence> evidence = evidence_of(sends);
    place_sends(evidence);
    CHECK_FALSE(evidence[0].operations[0].peer);
    CHECK_FALSE(evidence[0].queues_complete);
    CHECK(evidence[0].threads[0].activity == Activity::unknown);
    CHECK(evidence[0].threads[0].why_unknown == "to whom MPI_Send sends is not visible");
    CHECK(evidence[0].threads[0].conditions.empty());
    CHECK(evidence[1].queues_complete);
  }
}

}  // namespace mqs_shim::why
