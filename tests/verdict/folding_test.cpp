// Agents that do the same as one line, and what a rank of a big job costs.

#include "mqs_shim/job/why/verdict/folding.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>

#include "tests/verdict/job_builder.h"

namespace mqs_shim::why {

namespace {

std::vector<Shape> fold_all(const JobBuilder &job) {
  const Waits waits(job.ranks(), {});
  std::vector<std::uint32_t> agents;
  for (std::uint32_t agent = 0; agent < waits.agents().size(); ++agent) agents.push_back(agent);
  return fold(waits, agents);
}

Site line(std::uint32_t number) {
  Site site;
  site.function = "main";
  site.file = "a.c";
  site.line = number;
  return site;
}

}  // namespace

TEST_CASE("ranks that do the same are one shape") {
  JobBuilder job(6);
  SUBCASE("a ring: each waits for the next, the last for the first") {
    for (int rank = 0; rank < 6; ++rank) job.recv(rank, (rank + 1) % 6, 7);
    const std::vector<Shape> shapes = fold_all(job);
    REQUIRE(shapes.size() == 1);
    CHECK(shapes[0].agents.size() == 6);
    REQUIRE(shapes[0].distances.size() == 1);
    CHECK(shapes[0].distances[0] == 1);
  }
  SUBCASE("a ring inside of a blocking collective that waits for what it has begun") {
    for (int rank = 0; rank < 6; ++rank) {
      const int schedule = job.schedule(rank, "", {job.receive(rank, (rank + 1) % 6, -28)});
      job.wait(rank, "MPI_Neighbor_allgather", {JobBuilder::on_schedule(schedule)});
      job.thread(rank).collective = Collective{};
      job.thread(rank).collective->name = "MPI_Neighbor_allgather";
      job.thread(rank).collective->communicator = 0;
    }
    for (const Shape &shape : fold_all(job)) {
      CHECK(shape.agents.size() == 6);
      REQUIRE(shape.distances.size() == 1);
      CHECK(shape.distances[0] == 1);
    }
  }
  SUBCASE("a star: all wait for the same") {
    for (int rank = 1; rank < 6; ++rank) job.recv(rank, 0, 7);
    const std::vector<Shape> shapes = fold_all(job);
    REQUIRE(shapes.size() == 1);
    CHECK(shapes[0].distances.empty());
  }
  SUBCASE("another line, tag, call or communicator is another shape") {
    const int other = job.communicator(4, {0, 1, 2, 3, 4, 5});
    for (int rank = 1; rank < 6; ++rank) job.recv(rank, 0, rank == 2 ? 8 : 7, rank == 3 ? other : 0);
    job.thread(4).site = line(8);
    CHECK(fold_all(job).size() == 4);
  }
  SUBCASE("several calls of one line are one place, and without lines they are several") {
    for (int rank = 1; rank < 6; ++rank) {
      job.recv(rank, 0, 7);
      job.thread(rank).site = line(rank < 4 ? 8 : 0);
      job.thread(rank).site.offset = static_cast<std::uint64_t>(rank);
    }
    CHECK(fold_all(job).size() == 3);
  }
  SUBCASE("schedules on different communicators") {
    const int other = job.communicator(4, {0, 1, 2, 3, 4, 5});
    for (int rank = 1; rank < 6; ++rank) {
      job.wait(rank, "MPI_Wait", {JobBuilder::on_schedule(job.schedule(rank, "", {}, rank == 3 ? other : 0))});
    }
    // Of threads and of schedules two each.
    CHECK(fold_all(job).size() == 4);
  }
  SUBCASE("two threads of one rank") {
    job.recv(1, 0, 7);
    job.add_thread(1);
    job.thread(1, 1) = job.thread(1);
    CHECK(fold_all(job).size() == 1);
  }
}

TEST_CASE("the fewer shapes of many ranks, by the other sides or by their distances") {
  constexpr int size = 200;
  JobBuilder job(size);
  SUBCASE("a ring has as many other sides as ranks and one distance") {
    for (int rank = 0; rank < size; ++rank) job.recv(rank, (rank + 1) % size, 7);
    const std::vector<Shape> shapes = fold_all(job);
    REQUIRE(shapes.size() == 1);
    CHECK(shapes[0].agents.size() == size);
    REQUIRE(shapes[0].distances.size() == 1);
    CHECK(shapes[0].distances[0] == 1);
  }
  SUBCASE("a star has as many distances as ranks and one other side") {
    for (int rank = 1; rank < size; ++rank) job.recv(rank, 0, 7);
    const std::vector<Shape> shapes = fold_all(job);
    REQUIRE(shapes.size() == 1);
    CHECK(shapes[0].agents.size() == size - 1);
    CHECK(shapes[0].distances.empty());
  }
  SUBCASE("neither: squares have other sides and distances of their own") {
    for (int rank = 0; rank < size; ++rank) job.recv(rank, (rank * rank + 3) % size, 7);
    std::set<int> sides, distances;
    for (int rank = 0; rank < size; ++rank) {
      sides.insert((rank * rank + 3) % size);
      distances.insert(((rank * rank + 3) % size - rank + size) % size);
    }
    CHECK(fold_all(job).size() == std::min(sides.size(), distances.size()));
  }
}

TEST_CASE("a rank of a halo exchange takes little memory: a million of them have to fit") {
  constexpr std::size_t rank = sizeof(Evidence) + sizeof(Communicator) + sizeof(Thread);
  constexpr std::size_t neighbour = sizeof(Operation) + sizeof(Condition) + sizeof(Channel);
  // 96 of them: neighbours in a graph, processor times, why a record cannot be read, and what limits what was read.
  CHECK(rank + 4 * neighbour <= 1648);
}

}  // namespace mqs_shim::why
