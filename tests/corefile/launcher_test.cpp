// Ranks below a launcher, and the jobs of this node: a shell starts two ranks, one through a wrapper that has the
// rank's environment too.

#include "corefile/mpi/launcher.h"

#include <doctest/doctest.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>

#include "corefile/mpi/job_identity.h"
#include "corefile/mpi/local_jobs.h"
#include "corefile/mpi/mpi_process.h"
#include "corefile/process/process.h"
#include "tests/corefile/target_process.h"

using namespace corefile;
using namespace corefile_test;

namespace {

// A shell by the name of a launcher, and two ranks below it that wait until they are killed.
class LaunchedJob {
 public:
  explicit LaunchedJob(const std::string &name, const std::string &more = {}) {
    std::string program("'");
    program.append(TargetProcess::dynamic_program()).append("'");
    // The last command of a shell would replace it: the `true` keeps the wrapper in between.
    const std::string script =
        "OMPI_COMM_WORLD_RANK=1 OMPI_COMM_WORLD_SIZE=3 PMIX_NAMESPACE=" + name + " sh -c \"" + program +
        " 1; true\" <&3 & OMPI_COMM_WORLD_RANK=0 OMPI_COMM_WORLD_SIZE=3 " + "PMIX_NAMESPACE=" + name + " " + program +
        " <&3 & " + (more.empty() ? "" : more + " " + program + " <&3 & ") + "sh -c 'sleep 1000; true' & wait";
    const int ranks = more.empty() ? 2 : 3;
    const std::string shell = directory_ / name;
    std::filesystem::create_directories(directory_);
    std::filesystem::create_symlink("/bin/sh", shell);
    REQUIRE(::pipe(input_) == 0);
    REQUIRE(::pipe(output_) == 0);
    // Ranks without a launcher become children of this process.
    ::prctl(PR_SET_CHILD_SUBREAPER, 1);
    launcher_ = ::fork();
    REQUIRE(launcher_ >= 0);
    if (launcher_ == 0) {
      ::setpgid(0, 0);
      ::dup2(output_[1], STDOUT_FILENO);
      ::dup2(input_[0], 3);
      for (const int end : {input_[1], output_[0]}) ::close(end);
      ::execl(shell.c_str(), shell.c_str(), "-c", script.c_str(), nullptr);
      ::_exit(127);
    }
    ::close(output_[1]);
    int ready = 0;
    std::string line;
    for (char c; ready < ranks && ::read(output_[0], &c, 1) == 1;) {
      if (c != '\n') {
        line += c;
        continue;
      }
      ready += line == "ready";
      line.clear();
    }
    REQUIRE(ready == ranks);
  }
  ~LaunchedJob() {
    ::kill(-launcher_, SIGKILL);
    ::waitpid(launcher_, nullptr, 0);
    while (::waitpid(-launcher_, nullptr, 0) > 0) {
    }
    for (const int end : {input_[0], input_[1], output_[0]}) ::close(end);
    std::filesystem::remove_all(directory_);
  }
  LaunchedJob(const LaunchedJob &) = delete;
  LaunchedJob &operator=(const LaunchedJob &) = delete;

  pid_t launcher() const { return launcher_; }
  // The ranks go on.
  void end_launcher() const {
    ::kill(launcher_, SIGKILL);
    siginfo_t information{};
    ::waitid(P_PID, static_cast<id_t>(launcher_), &information, WEXITED | WNOWAIT);
  }

 private:
  static inline int jobs_ = 0;
  std::filesystem::path directory_ = std::filesystem::temp_directory_path() /
                                     ("mpidbg-launcher-" + std::to_string(::getpid()) + "-" + std::to_string(++jobs_));
  int input_[2]{}, output_[2]{};
  pid_t launcher_ = -1;
};

std::vector<LocalJob> jobs_named(const std::string &name) {
  std::vector<LocalJob> jobs = local_jobs().value_or({});
  std::erase_if(jobs, [&](const LocalJob &job) { return job.ranks.front().job != name; });
  return jobs;
}

}  // namespace

TEST_CASE("the ranks that a launcher started, in order, without wrappers") {
  const LaunchedJob job("script");
  const std::vector<pid_t> pids = processes_started_by(job.launcher());
  REQUIRE(pids.size() == 2);
  for (int rank = 0; rank < 2; ++rank) {
    const auto process = open_live_process(pids[static_cast<std::size_t>(rank)], {});
    REQUIRE_MESSAGE(process, process.error().message);
    CHECK(job_identity(**process).world_rank == rank);
    CHECK((*process)->find_symbol("target_number", SymbolKind::data));
  }
  CHECK(processes_started_by(pids[0]).empty());
  CHECK(processes_started_by(INT32_MAX).empty());
}

TEST_CASE("a rank whose environment is lost is below its launcher still, and its number is not known") {
  const LaunchedJob launched("mpirun.test", "env -i state=computes");
  const std::vector<pid_t> pids = processes_started_by(launched.launcher());
  REQUIRE(pids.size() == 3);
  const auto process = open_live_process(pids[2], {});
  REQUIRE(process);
  CHECK_FALSE(job_identity(**process).world_rank);
  const auto jobs = jobs_named("mpirun.test");
  REQUIRE(jobs.size() == 1);
  CHECK(jobs[0].launcher == launched.launcher());
  CHECK(jobs[0].world_size == 3);
  REQUIRE(jobs[0].ranks.size() == 3);
  CHECK(jobs[0].ranks[1].world_rank == 1);
  CHECK_FALSE(jobs[0].ranks[2].world_rank);
  CHECK(jobs[0].ranks[2].pid == pids[2]);
}

TEST_CASE("ranks of another user below a launcher are unreadable, not absent") {
  if (::geteuid() != 0) {
    MESSAGE("the user of the test may read all of its processes");
    return;
  }
  const LaunchedJob job("mpirun.test");
  const std::vector<pid_t> below = processes_started_by(job.launcher());
  CHECK_FALSE(unreadable_below(job.launcher()));
  int ends[2];
  REQUIRE(::pipe(ends) == 0);
  const pid_t child = ::fork();
  if (child == 0) {
    if (::setgid(65534) != 0 || ::setuid(65534) != 0) ::_exit(1);
    const pid_t found = processes_started_by(job.launcher()).empty() ? unreadable_below(job.launcher()).value_or(0) : 0;
    ::_exit(::write(ends[1], &found, sizeof found) == sizeof found ? 0 : 1);
  }
  ::close(ends[1]);
  pid_t found = 0;
  CHECK(::read(ends[0], &found, sizeof found) == sizeof found);
  ::close(ends[0]);
  ::waitpid(child, nullptr, 0);
  CHECK(found != 0);
  CHECK(found != job.launcher());
  CHECK(children_of(found).empty());
}

TEST_CASE("launchers and their daemons are known by name") {
  for (const char *name : {"mpirun", "mpirun.openmpi", "mpiexec.hydra", "mpiexec.openmpi", "orterun", "prterun", "srun",
                           "prun", "oshrun", "shmemrun"})
    CHECK_MESSAGE(launcher_kind(name) == LauncherKind::launcher, name);
  for (const char *name :
       {"orted", "prted", "prte", "hydra_pmi_proxy", "hydra_bstrap_pr", "pmi_proxy", "slurmstepd", "mpispawn"})
    CHECK_MESSAGE(launcher_kind(name) == LauncherKind::daemon, name);
  for (const char *name : {"", "sh", "python3", "my_mpirun"})
    CHECK_MESSAGE(launcher_kind(name) == LauncherKind::none, name);
}

TEST_CASE("a job of this node") {
  const LaunchedJob launched("mpirun.test");
  const auto jobs = jobs_named("mpirun.test");
  REQUIRE(jobs.size() == 1);
  const LocalJob &job = jobs.front();
  CHECK(job.launcher == launched.launcher());
  CHECK(job.launcher_name == "mpirun.test");
  CHECK(job.targets() == std::vector{launched.launcher()});
  CHECK(job.world_size == 3);
  REQUIRE(job.ranks.size() == 2);
  CHECK(job.ranks[0].world_rank == 0);
  CHECK(job.ranks[1].world_rank == 1);
  CHECK(job.programs == 1);
  CHECK(job.executable == std::filesystem::canonical(TargetProcess::dynamic_program()));
  CHECK(job.words == std::vector<std::string>{TargetProcess::dynamic_program()});
  CHECK(job.library == mpi_library_of(job.ranks[0].pid));
  CHECK(job.user == ::geteuid());
  CHECK(job.started > 0);
  CHECK(job.started <= std::time(nullptr) + 1);
}

TEST_CASE("two jobs of one name, each of its launcher") {
  const LaunchedJob first("mpirun.test"), second("mpirun.test");
  const auto jobs = jobs_named("mpirun.test");
  REQUIRE(jobs.size() == 2);
  std::vector<pid_t> launchers;
  for (const LocalJob &job : jobs) {
    CHECK(job.ranks.size() == 2);
    launchers.push_back(job.launcher);
  }
  std::sort(launchers.begin(), launchers.end());
  std::vector<pid_t> expected{first.launcher(), second.launcher()};
  std::sort(expected.begin(), expected.end());
  CHECK(launchers == expected);
}

TEST_CASE("ranks whose launcher has gone are one job still") {
  const LaunchedJob launched("mpirun.test");
  const std::vector<pid_t> pids = processes_started_by(launched.launcher());
  launched.end_launcher();
  const auto jobs = jobs_named("mpirun.test");
  REQUIRE(jobs.size() == 1);
  CHECK(jobs.front().launcher == 0);
  CHECK(jobs.front().launcher_name.empty());
  CHECK(jobs.front().targets() == pids);
}

TEST_CASE("a launcher that is not known as one: the ranks are one job by its name") {
  const LaunchedJob launched("script");
  const auto jobs = jobs_named("script");
  REQUIRE(jobs.size() == 1);
  CHECK(jobs.front().launcher == 0);
  CHECK(jobs.front().targets() == processes_started_by(launched.launcher()));
}
