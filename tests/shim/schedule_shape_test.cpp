// Which collectives a schedule can carry out, by the schedules that libnbc makes of them.

#include "mqs_shim/look/schedule_shape.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using namespace mqs_shim;

namespace {

constexpr Address one{0x1000}, other{0x2000};

struct Made {
  explicit Made(int rank, int size) {
    communicator.rank = rank;
    communicator.size = size;
    request.schedule.emplace();
    request.schedule->round = request.schedule->rounds = 1;
  }
  Made &add(int action, int peer = -1, Address at = one, int count = 4) {
    ScheduleOperationRecord &operation = request.schedule->operations.emplace_back();
    operation.round = request.schedule->rounds;
    operation.action = action;
    operation.peer.rank = peer;
    operation.count = count;
    (action == MPIDBG_SCHEDULE_RECEIVE ? operation.target : operation.source) = at;
    return *this;
  }
  Made &send(int peer, Address at = one, int count = 4) { return add(MPIDBG_SCHEDULE_SEND, peer, at, count); }
  Made &receive(int peer, Address at = one, int count = 4) { return add(MPIDBG_SCHEDULE_RECEIVE, peer, at, count); }
  Made &reduce() { return add(MPIDBG_SCHEDULE_REDUCE); }
  Made &next() {
    ++request.schedule->rounds;
    return *this;
  }
  // The names of those that it can be, without "MPI_I", and without neighborhood collectives and MPI_Ialltoallv.
  std::string text() const {
    const ScheduleShape shape(request, communicator);
    std::string names;
    for (const char *name :
         {"barrier", "bcast", "gather", "gatherv", "scatter", "scatterv", "allgather", "allgatherv", "alltoall",
          "reduce", "allreduce", "reduce_scatter", "reduce_scatter_block", "scan", "exscan"}) {
      if (shape.can_be("MPI_I" + std::string(name))) names += (names.empty() ? "" : " ") + std::string(name);
    }
    return names;
  }

  RequestRecord request;
  CommunicatorRecord communicator;
};

constexpr const char *all =
    "barrier bcast gather gatherv scatter scatterv allgather allgatherv alltoall reduce allreduce "
    "reduce_scatter reduce_scatter_block scan exscan";

}  // namespace

TEST_CASE("a barrier exchanges nothing in each round") {
  const Made barrier = Made(0, 3).send(1, {}, 0).receive(2, {}, 0).next().send(2, {}, 0).receive(1, {}, 0);
  CHECK(barrier.text() == "barrier allgather allgatherv alltoall");
  Made late = Made(0, 3).next().send(2, {}, 0).receive(1, {}, 0);
  late.request.schedule->round = 2;
  CHECK(late.text() == "barrier allgather allgatherv alltoall");
  CHECK_FALSE(ScheduleShape(barrier.request, barrier.communicator).can_be("MPI_Iallreduce"));
}

TEST_CASE("a broadcast comes from one rank and goes to others") {
  CHECK(Made(1, 3).receive(0).text() == "bcast scatter scatterv exscan");
  CHECK(Made(1, 4).receive(0).next().send(3).text() == "bcast");
  CHECK(Made(0, 4).send(1).send(2).text() == "bcast reduce");
  CHECK(Made(0, 3).send(1).send(2).text() == "bcast scatterv reduce");
}

TEST_CASE("a root scatters different data, and gathers from all") {
  CHECK(Made(0, 3).send(1, one).send(2, other).text() == "scatter scatterv reduce");
  CHECK(Made(0, 3).receive(1, one).receive(2, other).text() == "gather gatherv");
  CHECK(Made(2, 4).send(0).text() == "bcast gather gatherv reduce");
}

TEST_CASE("reductions") {
  CHECK(Made(1, 4).send(0).next().receive(0).text() == "reduce allreduce reduce_scatter reduce_scatter_block");
  CHECK(Made(0, 4).receive(1).reduce().next().send(1).text() == "reduce allreduce reduce_scatter reduce_scatter_block");
  CHECK(Made(0, 4).receive(1).reduce().text() == "reduce");
  CHECK(Made(3, 4).receive(2).reduce().text() == "reduce scan exscan");
}

TEST_CASE("a leaf of an allreduce sends, and receives the result in the same round") {
  CHECK(Made(1, 2).send(0).receive(0, other).next().text() == "allgather allgatherv alltoall allreduce");
  CHECK(Made(1, 4).send(0).receive(0, other).next().send(3, other).text() == "allgather allgatherv alltoall allreduce");
  CHECK(Made(1, 2).send(0).receive(0, other).text() == "allgather allgatherv alltoall");
}

TEST_CASE("an allgather sends one block to all, an alltoall a block to each") {
  CHECK(Made(0, 3).receive(1).send(1, one).receive(2).send(2, one).text() == "allgather allgatherv");
  CHECK(Made(0, 3).receive(1).send(1, one).receive(2).send(2, other).text() == "alltoall");
}

TEST_CASE("data goes from rank to rank in a prefix") {
  CHECK(Made(2, 4).receive(1).reduce().next().send(3).text() ==
        "reduce allreduce reduce_scatter reduce_scatter_block scan exscan");
}

TEST_CASE("a schedule that is not whole says little") {
  Made made = Made(1, 3).receive(0);
  SUBCASE("rounds are over") {
    made.request.schedule->rounds = 2;
    made.request.schedule->round = 2;
    CHECK(made.text() == std::string(all).substr(8));
  }
  SUBCASE("the messages of a graph") {
    made.request.flags = MPIDBG_REQUEST_INFO_SCHEDULE_TRUNCATED;
    CHECK(made.text() == std::string(all).substr(8));
  }
  SUBCASE("it is not visible") {
    made.request.schedule_problem = "damaged";
    CHECK(made.text() == all);
  }
  SUBCASE("no schedule") {
    made.request.schedule.reset();
    CHECK(made.text() == all);
  }
  SUBCASE("an intercommunicator") {
    made.communicator.flags = MPIDBG_COMM_INFO_INTERCOMM;
    CHECK(made.text() == all);
  }
  SUBCASE("damaged: a rank that is not in the group") {
    made.communicator.rank = 3;
    CHECK(made.text() == std::string(all).substr(8));
  }
}

TEST_CASE("persistent collectives have the same schedules") {
  const Made made = Made(1, 4).receive(0).next().send(3);
  const ScheduleShape shape(made.request, made.communicator);
  CHECK(shape.can_be("MPI_Bcast_init"));
  CHECK_FALSE(shape.can_be("MPI_Reduce_init"));
  CHECK(shape.can_be("MPI_Ialltoallv"));
  CHECK(shape.can_be("MPI_Ineighbor_alltoall"));
  CHECK(shape.can_be("MPI_Comm_idup"));
}
