// What the verdict costs: jobs of 10,000 and 1,000,000 ranks that hang in a cycle, a star (any source), a torus of halo
// exchanges, and a barrier that rank 0 does not enter, which receives (hung) or is in user code (late).
//
//     bench_verdict SHAPE RANKS     one verdict: milliseconds, and the peak of memory with the evidence

#include <sys/resource.h>

#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "mqs_shim/job/why/causes/divergence.h"
#include "mqs_shim/job/why/causes/likely_cause.h"
#include "mqs_shim/job/why/causes/participation.h"
#include "mqs_shim/job/why/verdict/folding.h"
#include "mqs_shim/job/why/verdict/verdict.h"

namespace {

using namespace mqs_shim::why;

Operation receive_from(std::int32_t rank, std::int32_t tag) {
  Operation one;
  one.kind = OperationKind::receive;
  one.communicator = 0;
  if (rank >= 0) one.peer = ProcessId{0, rank};
  one.tag = tag;
  return one;
}

std::vector<std::int32_t> sources(const std::string &shape, std::int32_t rank, std::int32_t size) {
  if (shape == "cycle") return {(rank + 1) % size};
  if (shape == "hung" || shape == "late") return {rank == 0 ? 1 : -2};
  if (shape == "star") return {rank == 0 ? -1 : 0};
  const auto width = static_cast<std::int32_t>(std::sqrt(size));
  const std::int32_t row = rank / width, column = rank % width, rows = size / width;
  return {row * width + (column + 1) % width, row * width + (column + width - 1) % width,
          (row + 1) % rows * width + column, (row + rows - 1) % rows * width + column};
}

std::vector<Evidence> make_job(const std::string &shape, std::int32_t size) {
  std::vector<Evidence> job(static_cast<std::size_t>(size));
  for (std::int32_t rank = 0; rank < size; ++rank) {
    Evidence &one = job[static_cast<std::size_t>(rank)];
    one.id = {0, rank};
    one.world_size = size;
    one.counts = true;
    Communicator world;
    world.name = "MPI_COMM_WORLD";
    world.context_id = 0;
    world.members = Members({{{0, 0}, size, 1}});
    one.communicators.push_back(std::move(world));
    Thread thread;
    thread.activity = Activity::waits;
    thread.call = "MPI_Waitall";
    for (const std::int32_t source : sources(shape, rank, size)) {
      if (source == -2) {
        thread.collective.emplace();
        thread.collective->name = "MPI_Barrier";
        thread.collective->communicator = 0;
        thread.conditions.push_back({ConditionKind::enter, -1, {}});
        continue;
      }
      thread.conditions.push_back({ConditionKind::operation, static_cast<std::int32_t>(one.operations.size()), {}});
      one.operations.push_back(receive_from(source, 7));
      if (source >= 0 && shape != "hung") one.channels.push_back({0, {0, source}, 5, 5, 0});
    }
    if (shape == "star" && rank == 0) {
      for (std::int32_t peer = 1; peer < size; ++peer) one.channels.push_back({0, {0, peer}, 5, 5, 0});
    }
    if (shape == "cycle") one.channels.push_back({0, {0, (rank + size - 1) % size}, 5, 5, 0});
    if (shape == "late" && rank == 0) thread.activity = Activity::runs;
    one.threads.push_back(std::move(thread));
  }
  return job;
}

double milliseconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace

int main(int argc, char **argv) {
  if (argc != 3) {
    std::fputs("usage: bench_verdict cycle|star|torus|hung|late RANKS\n", stderr);
    return 2;
  }
  const std::vector<Evidence> job = make_job(argv[1], std::atoi(argv[2]));
  const auto start = std::chrono::steady_clock::now();
  const Waits waits(job, {});
  const double graph = milliseconds_since(start);
  const Verdict verdict = judge(waits, nullptr);
  const double all = milliseconds_since(start);
  std::size_t shapes = 0, causes = 0;
  for (const Finding &finding : verdict.findings) {
    shapes += fold(waits, finding.agents).size() + fold(waits, finding.behind).size();
    causes += likely_causes(waits, verdict, finding).size();
  }
  const std::vector<Participation> rolls = participations(waits);
  const std::size_t outliers = find_outliers(waits, rolls).size();
  const double told = milliseconds_since(start) - all;
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  std::printf("%s of %s ranks: verdict %.1f ms (graph %.1f), peak %ld MiB; %zu findings, %zu agents in the first\n",
              argv[1], argv[2], all, graph, usage.ru_maxrss / 1024, verdict.findings.size(),
              verdict.findings.empty() ? 0 : verdict.findings[0].agents.size());
  std::printf("  %zu shapes, %zu likely causes, %zu outliers: %.1f ms more\n", shapes, causes, outliers, told);
}
