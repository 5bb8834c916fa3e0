#include "tests/summary/random_job.h"

#include <algorithm>
#include <string>

#include "tests/verdict/job_builder.h"

namespace mqs_shim::summaries {

std::vector<RankSummary> random_ranks(std::mt19937 &random, int ranks) {
  why::JobBuilder job(ranks);
  const auto any_rank = [&] { return static_cast<int>(random() % static_cast<unsigned>(ranks)); };
  const int kinds = 1 + static_cast<int>(random() % 3);
  for (int rank = 0; rank < ranks; ++rank) {
    switch (random() % static_cast<unsigned>(kinds)) {
      case 0:
        job.recv(rank, (rank + 1) % ranks, 7);
        break;
      case 1:
        job.collective(rank, "MPI_Barrier");
        break;
      default:
        job.message(rank, any_rank(), static_cast<int>(random() % 3));
        job.recv(rank, any_rank(), 9);
    }
  }
  std::vector<RankSummary> all;
  for (int rank = 0; rank < ranks; ++rank) {
    RankSummary one;
    one.evidence = job.rank(rank);
    one.evidence.pid = 4000 + rank;
    one.evidence.host = "node" + std::to_string(rank / 4);
    one.report.world_rank = random() % 16 == 0 ? -1 : rank;
    one.report.pid = one.evidence.pid;
    one.report.host = one.evidence.host;
    one.report.target = "core." + std::to_string(one.report.pid);
    CommunicatorRecord &world = one.report.communicators.emplace_back();
    world.name = "MPI_COMM_WORLD";
    world.rank = rank;
    world.size = ranks;
    world.handle = Address(random());
    for (int member = 0; member < ranks; ++member)
      world.local_members.push_back({1, static_cast<std::uint32_t>(member), member});
    Queue &posted = world.queues[MPIDBG_QUEUE_RECEIVES];
    for (unsigned i = random() % 4; i > 0; --i) {
      Operation &operation = posted.operations.emplace_back();
      operation.comm_rank = any_rank();
      operation.tag = static_cast<int>(random() % 2);
      operation.sequence = i;
      operation.datatype_name = one.report.intern("MPI_INT");
    }
    all.push_back(one);
    if (random() % 8 == 0) all.push_back(one);  // twice the same
    if (random() % 8 == 0) {                    // another record of the same rank
      one.evidence.world_size = 99;
      all.push_back(one);
    }
  }
  std::shuffle(all.begin(), all.end(), random);
  return all;
}

}  // namespace mqs_shim::summaries
