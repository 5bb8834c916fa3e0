// Names of nonblocking collectives that are not certain, and what several ranks know about one.

#include "mqs_shim/job/why/evidence/collective_names.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "tests/verdict/job_builder.h"

namespace mqs_shim::why {

namespace {

Collective named(const std::string &name) {
  Collective collective;
  collective.name = name;
  return collective;
}

// The names of the first nonblocking collective of each rank on MPI_COMM_WORLD once they agree, separated by "; ".
std::string agreed(const std::vector<std::string> &names, bool numbered = true) {
  JobBuilder job(static_cast<int>(names.size()));
  for (std::size_t rank = 0; rank < names.size(); ++rank) {
    job.schedule(static_cast<int>(rank), names[rank], {});
    if (numbered) job.rank(static_cast<int>(rank)).schedules.front().number = 3;
  }
  agree_on_names(job.ranks());
  std::string text;
  for (const Evidence &one : job.ranks()) text += (text.empty() ? "" : "; ") + one.schedules.front().collective.name;
  return text;
}

}  // namespace

TEST_CASE("two names can be the same unless they exclude each other") {
  const auto can = [](const char *one, const char *other) {
    CHECK(may_have_same_name(named(one), named(other)) == may_have_same_name(named(other), named(one)));
    return may_have_same_name(named(one), named(other));
  };
  CHECK(can("MPI_Ibarrier", "MPI_Ibarrier"));
  CHECK_FALSE(can("MPI_Ibarrier", "MPI_Ibcast"));
  CHECK(can("MPI_Ibarrier or MPI_Ibcast", "MPI_Ibcast"));
  CHECK_FALSE(can("MPI_Ibarrier or MPI_Ibcast", "MPI_Ireduce or MPI_Iscan"));
  CHECK(can("", "MPI_Ibcast"));
  CHECK(can("", ""));
  CHECK(can("MPI_Ibarrier or another collective", "MPI_Ibcast"));
  CHECK_FALSE(can("", "MPI_Barrier"));
  CHECK_FALSE(can("MPI_Ibarrier", "MPI_Barrier"));
  CHECK_FALSE(can("MPI_Ibarrier or another collective", "MPI_Comm_dup"));
}

TEST_CASE("members of one collective agree on its name") {
  CHECK(agreed({"MPI_Ibarrier", "MPI_Ibarrier"}) == "MPI_Ibarrier; MPI_Ibarrier");
  CHECK(agreed({"MPI_Ibarrier or MPI_Ibcast or MPI_Iscan", "MPI_Ibcast or MPI_Iscan"}) ==
        "MPI_Ibcast or MPI_Iscan; MPI_Ibcast or MPI_Iscan");
  SUBCASE("one name that not all of them know is likely") {
    CHECK(agreed({"MPI_Ibarrier", "MPI_Ibarrier or MPI_Ibcast"}) ==
          "MPI_Ibarrier or another collective; MPI_Ibarrier or another collective");
    CHECK(agreed({"MPI_Ibarrier", ""}) == "MPI_Ibarrier or another collective; MPI_Ibarrier or another collective");
    CHECK(agreed({"", "MPI_Ibarrier or another collective"}) ==
          "MPI_Ibarrier or another collective; MPI_Ibarrier or another collective");
  }
  SUBCASE("none is possible for all of them") {
    CHECK(agreed({"MPI_Ibarrier", "MPI_Ibcast or MPI_Iscan"}) == "MPI_Ibarrier; MPI_Ibcast or MPI_Iscan");
  }
  SUBCASE("without numbers they may be in different ones") {
    CHECK(agreed({"MPI_Ibarrier", ""}, false) == "MPI_Ibarrier; ");
  }
}

TEST_CASE("two ranks that cannot be in the same collective are a mismatch") {
  JobBuilder job(2);
  for (const int rank : {0, 1}) {
    const int receive = job.receive(rank, 1 - rank, -30);
    job.operation(rank, receive).internal = true;
    job.schedule(rank, rank == 0 ? "MPI_Ibarrier or MPI_Iallreduce" : "MPI_Ialltoall", {receive});
    job.rank(rank).schedules.front().number = 1;
    job.wait(rank, "MPI_Wait", {JobBuilder::on_schedule(0)});
  }
  agree_on_names(job.ranks());
  CHECK(verdict_of(job).starts_with("collective_mismatch/counters"));
}

}  // namespace mqs_shim::why
