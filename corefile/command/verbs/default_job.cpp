#include "corefile/command/verbs/default_job.h"

#include "corefile/command/verbs/jobs_report.h"
#include "corefile/mpi/local_jobs.h"

namespace command {

namespace {

constexpr std::size_t most_named = 4;

}  // namespace

mpidbg::Result<std::vector<std::string>> default_targets(Messages &messages) {
  const auto found = corefile::local_jobs();
  if (!found) return found.error();
  const std::vector<corefile::LocalJob> &jobs = *found;
  if (jobs.size() == 1) {
    std::vector<std::string> words;
    for (const pid_t pid : jobs.front().targets()) words.push_back(std::to_string(pid));
    messages.note("no TARGET given: the only job is " + words.front() + ", " + job_words(jobs.front()));
    return words;
  }
  std::string text = "TARGET is missing, and there ";
  if (jobs.empty()) {
    text += "is no MPI job on this node that you may inspect";
  } else {
    text += "are several MPI jobs:";
    for (std::size_t i = 0; i < jobs.size() && i < most_named; ++i) {
      text += (i == 0 ? " " : "; ") + std::to_string(jobs[i].targets().front()) + " (" + job_words(jobs[i]) + ")";
    }
    text += jobs.size() > most_named ? "; ... 'mpidbg jobs' lists all" : "";
  }
  return mpidbg::Error{mpidbg::ErrorCode::not_found, text};
}

}  // namespace command
