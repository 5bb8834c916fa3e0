#include "corefile/mpi/job_selection.h"

#include <unistd.h>

#include <algorithm>
#include <cstdint>

#include "corefile/mpi/launcher.h"
#include "corefile/mpi/local_jobs.h"
#include "corefile/process/environment.h"
#include "corefile/process/proc_files.h"
#include "mpidbg/base/split.h"
#include "mpidbg/base/whole_number.h"

namespace corefile {

namespace {

constexpr pid_t most_pids = 65536;  // limit for one range, such as 4151-4154

bool is_of_slurm_job(pid_t pid, const std::string &name) {
  const auto block = read_proc_file(proc_path(pid, "environ"));
  if (!block) return false;
  const Environment environment = environment_in_block(*block);
  const auto value = [&](const char *variable) {
    const auto found = environment.find(variable);
    return found == environment.end() ? std::string() : found->second;
  };
  const std::size_t dot = name.find('.');
  return value("SLURM_JOB_ID") == name.substr(0, dot) &&
         (dot == std::string::npos || value("SLURM_STEP_ID") == name.substr(dot + 1));
}

bool is_this_host(std::string_view name) {
  char own[256] = "";
  if (::gethostname(own, sizeof own - 1) != 0) return false;
  const std::string_view host(own);
  return name == host || name.substr(0, name.find('.')) == host.substr(0, host.find('.'));
}

// Returns the existing processes among the pids that `hosts` has for this host ("n1=4151-4154/n2=4151").
std::vector<pid_t> pids_at_this_host(std::string_view hosts) {
  std::vector<pid_t> pids;
  for (const std::string_view part : mpidbg::split(hosts, '/')) {
    const std::string_view host = part.substr(0, part.find('='));
    if (host.size() == part.size() || !is_this_host(host)) continue;
    for (const std::string_view range : mpidbg::split(part.substr(host.size() + 1), ',')) {
      const std::string_view first = range.substr(0, range.find('-'));
      const auto from = mpidbg::whole_number<pid_t>(first);
      const auto to = first.size() == range.size() ? from : mpidbg::whole_number<pid_t>(range.substr(first.size() + 1));
      if (!from || !to || *from <= 0 || *to < *from || *to - *from >= most_pids) continue;
      for (pid_t pid = *from; pid <= *to; ++pid)
        if (!program_name(pid).empty()) pids.push_back(pid);
    }
  }
  return pids;
}

std::string job_words(const LocalJob &job) {
  return std::to_string(job.targets().front()) + " (" + std::to_string(job.ranks.size()) + " ranks of " +
         job.executable + ")";
}

}  // namespace

Result<JobSelection> JobSelection::parse(std::string_view word) {
  if (word.empty()) return JobSelection{};
  const std::string_view kind = word.substr(0, word.find(':'));
  const std::string name(word.substr(std::min(word.size(), kind.size() + 1)));
  if (kind == "slurm" && !name.empty()) return JobSelection{JobSelection::Kind::slurm, name};
  if (kind == "job" && !name.empty()) return JobSelection{JobSelection::Kind::named, name};
  const std::vector<std::string_view> numbers = mpidbg::split(name, ',');
  const bool are_pids = std::all_of(numbers.begin(), numbers.end(), [](std::string_view number) {
    return mpidbg::whole_number<pid_t>(number).value_or(0) > 0;
  });
  if (kind == "pids" && !numbers.empty() && are_pids) return JobSelection{JobSelection::Kind::pids, name};
  if (kind == "at" && !name.empty()) return JobSelection{JobSelection::Kind::at_hosts, name};
  return Error{ErrorCode::out_of_range, "not a job of this node: '" + std::string(word) + "'"};
}

bool is_same_launch(const std::string &a, const std::string &b) {
  const auto first = mpidbg::whole_number<std::uint32_t>(a), second = mpidbg::whole_number<std::uint32_t>(b);
  return a == b || (first && second && (*first >> 16) == (*second >> 16) && *first >> 16 != 0);
}

std::string word_of(const std::map<std::string, std::set<pid_t>> &processes) {
  std::string word = "at:";
  for (const auto &[host, pids] : processes) {
    word += (word.ends_with(':') ? "" : "/") + host;
    char before = '=';
    for (auto first = pids.begin(); first != pids.end();) {
      auto last = first;
      while (std::next(last) != pids.end() && *std::next(last) == *last + 1) ++last;
      word += before + std::to_string(*first) + (last == first ? "" : "-" + std::to_string(*last));
      before = ',';
      first = std::next(last);
    }
  }
  return word;
}

Result<std::vector<pid_t>> ranks_on_this_node(const JobSelection &selection) {
  std::vector<pid_t> pids;
  if (selection.kind == JobSelection::Kind::pids) {
    for (const std::string_view number : mpidbg::split(selection.name, ','))
      if (const auto pid = mpidbg::whole_number<pid_t>(number); pid && !program_name(*pid).empty())
        pids.push_back(*pid);
    return pids;
  }
  if (selection.kind == JobSelection::Kind::at_hosts) return pids_at_this_host(selection.name);
  const auto found = local_jobs();
  if (!found) return found.error();
  const std::vector<LocalJob> &jobs = *found;
  if (selection.kind == JobSelection::Kind::only) {
    if (jobs.size() > 1) {
      std::string text = "several MPI jobs run here:";
      constexpr std::size_t most = 4;
      for (std::size_t i = 0; i < jobs.size() && i < most; ++i) text += (i == 0 ? " " : "; ") + job_words(jobs[i]);
      return Error{ErrorCode::out_of_range, text + (jobs.size() > most ? "; ..." : "")};
    }
    for (const LocalJob &job : jobs)
      for (const LocalRank &rank : job.ranks) pids.push_back(rank.pid);
    return pids;
  }
  for (const LocalJob &job : jobs) {
    for (const LocalRank &rank : job.ranks) {
      const bool is_wanted = selection.kind == JobSelection::Kind::slurm ? is_of_slurm_job(rank.pid, selection.name)
                                                                         : is_same_launch(rank.job, selection.name);
      if (is_wanted) pids.push_back(rank.pid);
    }
  }
  return pids;
}

}  // namespace corefile
