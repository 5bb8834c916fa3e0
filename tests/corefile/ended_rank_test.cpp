// The place of a rank that has ended, by those that were started with it. This program is their launcher.

#include "corefile/mpi/ended_rank.h"

#include <doctest/doctest.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <memory>

#include "tests/corefile/target_process.h"

using namespace corefile;
using corefile_test::TargetProcess;

namespace {

class NamedLikeALauncher {
 public:
  explicit NamedLikeALauncher(const char *name) {
    ::prctl(PR_GET_NAME, before_);
    ::prctl(PR_SET_NAME, name);
  }
  NamedLikeALauncher(const NamedLikeALauncher &) = delete;
  NamedLikeALauncher &operator=(const NamedLikeALauncher &) = delete;
  ~NamedLikeALauncher() { ::prctl(PR_SET_NAME, before_); }

 private:
  char before_[16]{};
};

struct Place {
  std::string job, rank;
};

using Ranks = std::vector<std::unique_ptr<TargetProcess>>;

// One for each place, in the order of their pids, of jobs of three ranks.
Ranks started(const std::vector<Place> &places) {
  for (;;) {
    Ranks ranks;
    for (const Place &place : places) {
      ranks.push_back(std::make_unique<TargetProcess>(
          TargetProcess::static_program(), 0,
          std::vector<std::string>{"OMPI_COMM_WORLD_SIZE=3", "OMPI_COMM_WORLD_RANK=" + place.rank,
                                   "PMIX_NAMESPACE=" + place.job}));
    }
    if (std::is_sorted(ranks.begin(), ranks.end(), [](const auto &a, const auto &b) { return a->pid() < b->pid(); }))
      return ranks;
  }
}

// Nobody takes notice of the end.
void end(const TargetProcess &process) {
  REQUIRE(::kill(process.pid(), SIGKILL) == 0);
  siginfo_t info{};
  REQUIRE(::waitid(P_PID, static_cast<id_t>(process.pid()), &info, WEXITED | WNOWAIT) == 0);
}

}  // namespace

TEST_CASE("a rank that has ended has the place that is missing among the others of its launcher") {
  const NamedLikeALauncher named("mpirun");
  const Ranks ranks = started({{"one", "0"}, {"one", "1"}, {"one", "2"}});
  CHECK_FALSE(identity_of_ended(ranks[1]->pid()));
  CHECK(ended_beside({ranks[0]->pid()}).empty());
  end(*ranks[1]);
  const auto found = identity_of_ended(ranks[1]->pid());
  REQUIRE(found);
  CHECK(found->world_rank == 1);
  CHECK(found->world_size == 3);
  CHECK(found->job == "one");
  CHECK_FALSE(identity_of_ended(ranks[0]->pid()));
  CHECK(ended_beside({ranks[0]->pid(), ranks[2]->pid()}) == std::vector<pid_t>{ranks[1]->pid()});
  {
    const NamedLikeALauncher other("a shell");
    CHECK_FALSE(identity_of_ended(ranks[1]->pid()));
  }
  end(*ranks[2]);
  const auto last = identity_of_ended(ranks[2]->pid());
  REQUIRE(last);
  CHECK(last->world_rank == 2);
  end(*ranks[0]);
  CHECK_FALSE(identity_of_ended(ranks[1]->pid()));  // nobody is left to tell
}

TEST_CASE("nothing is concluded from ranks of another job, number, or order") {
  const NamedLikeALauncher named("mpiexec.hydra");
  for (const std::vector<Place> &places : {std::vector<Place>{{"one", "0"}, {"one", "1"}, {"other", "2"}},
                                           {{"one", "2"}, {"one", "1"}, {"one", "0"}},
                                           {{"one", "0"}, {"one", "1"}},
                                           {{"", "0"}, {"", "1"}, {"", "2"}}}) {
    const Ranks ranks = started(places);
    end(*ranks[1]);
    CHECK_FALSE(identity_of_ended(ranks[1]->pid()));
  }
}
