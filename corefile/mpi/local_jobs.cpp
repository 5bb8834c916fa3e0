#include "corefile/mpi/local_jobs.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <tuple>

#include "corefile/mpi/job_identity.h"
#include "corefile/mpi/launcher.h"
#include "corefile/mpi/mpi_process.h"
#include "corefile/process/proc_files.h"
#include "mpidbg/base/split.h"
#include "mpidbg/base/whole_number.h"

namespace corefile {

namespace {

using mpidbg::leading_number;

struct Candidate {
  LocalRank rank;
  int world_size = 0;
  std::string library;
};

// Reads /proc/PID/stat. Fields are numbered as in the manual page proc(5). The second field, the name in parentheses,
// may contain any characters.
class ProcessStat {
 public:
  explicit ProcessStat(pid_t pid) : text_(read_proc_file(proc_path(pid, "stat")).value_or("")) {
    const std::size_t end_of_name = text_.rfind(") ");
    if (end_of_name != std::string::npos) fields_ = mpidbg::split(std::string_view(text_).substr(end_of_name + 2), ' ');
  }
  ProcessStat(const ProcessStat &) = delete;
  ProcessStat &operator=(const ProcessStat &) = delete;

  pid_t parent() const { return number<pid_t>(4); }
  pid_t session() const { return number<pid_t>(6); }
  std::int64_t start_ticks() const { return number<std::int64_t>(22); }  // ticks since boot; 0: no such process

 private:
  template <class Number>
  Number number(std::size_t field) const {
    constexpr std::size_t first = 3;
    return field - first < fields_.size() ? leading_number<Number>(fields_[field - first]) : Number{};
  }

  std::string text_;
  std::vector<std::string_view> fields_;
};

std::int64_t boot_time() {
  const std::string stat = read_proc_file("/proc/stat").value_or("");
  const std::size_t at = stat.find("\nbtime ");
  return at == std::string::npos ? 0 : leading_number<std::int64_t>(std::string_view(stat).substr(at + 7));
}

std::int64_t start_time(pid_t pid) {
  const std::int64_t ticks = ProcessStat(pid).start_ticks(), boot = boot_time(), per_second = ::sysconf(_SC_CLK_TCK);
  return ticks <= 0 || boot <= 0 || per_second <= 0 ? 0 : boot + ticks / per_second;
}

std::optional<Candidate> candidate(pid_t pid) {
  const auto block = read_proc_file(proc_path(pid, "environ"));
  if (!block || block->empty())
    return std::nullopt;  // the process belongs to another user, or is a zombie or a kernel thread
  const JobIdentity identity = identity_in(environment_in_block(*block));
  Candidate found{{pid, identity.world_rank, identity.job}, identity.world_size.value_or(0), {}};
  // The executable is searched for MPI only if the process has a rank.
  found.library = identity.world_rank ? mpi_library_of(pid) : loaded_mpi_library(pid);
  if (found.library.empty()) return std::nullopt;
  return found;
}

using Candidates = std::map<pid_t, Candidate>;

struct Origin {
  pid_t launcher = 0;
  bool is_child_of_a_rank = false;  // a rank has started the process by fork(), so it is not a rank
};

Origin origin_of(pid_t pid, const Candidates &candidates) {
  Origin origin;
  std::set<pid_t> seen = {pid};
  for (pid_t at = ProcessStat(pid).parent(); at > 0 && seen.insert(at).second; at = ProcessStat(at).parent()) {
    const LauncherKind kind = launcher_kind(program_name(at));
    if (kind != LauncherKind::none) origin.launcher = at;
    if (kind == LauncherKind::launcher) return origin;
    // The process is a descendant of another rank. It was started by fork(), unless a launcher is in between: a rank
    // that runs without a launcher spawns ranks through a daemon, and that daemon is its child.
    if (candidates.contains(at)) {
      origin.is_child_of_a_rank = origin.launcher == 0;
      return origin;
    }
  }
  return origin;
}

// Identifies the job of a process by its launcher. If the launcher has exited, the job is identified by the name that
// the launcher has given it; without such a name, by the session of the ranks. Without a launcher, a process without a
// rank is a job of its own.
using Key = std::tuple<pid_t, std::string, pid_t>;

Key key_of(const Candidate &found, pid_t launcher) {
  if (launcher != 0) return {launcher, "", 0};
  if (!found.rank.world_rank) return {0, "", found.rank.pid};
  if (!found.rank.job.empty()) return {0, found.rank.job, 0};
  return {0, "", ProcessStat(found.rank.pid).session()};
}

// Orders ranks by job and rank; unknown ranks come last. A shorter job name comes first, so that names that are
// numbers, or end with numbers, are in numerical order.
bool is_before(const Candidate &a, const Candidate &b) {
  const auto order = [](const LocalRank &rank) {
    return std::make_tuple(!rank.world_rank, rank.job.size(), std::string_view(rank.job), rank.world_rank.value_or(-1),
                           rank.pid);
  };
  return order(a.rank) < order(b.rank);
}

LocalJob make_job(pid_t launcher, std::vector<Candidate> members) {
  std::sort(members.begin(), members.end(), is_before);
  LocalJob job;
  job.launcher = launcher;
  if (launcher != 0) job.launcher_name = program_name(launcher);
  std::set<std::string> programs;
  for (const Candidate &member : members) {
    job.ranks.push_back(member.rank);
    programs.insert(link_target(proc_path(member.rank.pid, "exe")));
  }
  job.programs = programs.size();
  const Candidate &first = members.front();
  job.world_size = first.world_size;
  job.library = first.library;
  job.executable = link_target(proc_path(first.rank.pid, "exe"));
  job.words = command_line(first.rank.pid);
  job.started = start_time(first.rank.pid);
  struct stat status {};
  if (::stat(proc_path(first.rank.pid, "").c_str(), &status) == 0) job.user = status.st_uid;
  return job;
}

}  // namespace

std::vector<pid_t> LocalJob::targets() const {
  if (launcher != 0) return {launcher};
  std::vector<pid_t> pids;
  for (const LocalRank &rank : ranks) pids.push_back(rank.pid);
  return pids;
}

Result<std::vector<LocalJob>> local_jobs() {
  if (const Status status = check_proc(); !status) return status.error();
  const auto pids = list_numbers("/proc");
  if (!pids) return pids.error();
  Candidates candidates;
  for (const pid_t pid : *pids) {
    if (pid == ::getpid()) continue;
    if (auto found = candidate(pid)) candidates.emplace(pid, std::move(*found));
  }
  std::map<Key, std::vector<Candidate>> members;
  std::map<Key, pid_t> launchers;
  for (const auto &[pid, found] : candidates) {
    const Origin origin = origin_of(pid, candidates);
    if (origin.is_child_of_a_rank) continue;
    const Key key = key_of(found, origin.launcher);
    launchers[key] = origin.launcher;
    members[key].push_back(found);
  }
  std::vector<LocalJob> jobs;
  jobs.reserve(members.size());
  for (auto &[key, found] : members) jobs.push_back(make_job(launchers[key], std::move(found)));
  std::sort(jobs.begin(), jobs.end(),
            [](const LocalJob &a, const LocalJob &b) { return a.targets().front() < b.targets().front(); });
  return jobs;
}

}  // namespace corefile
