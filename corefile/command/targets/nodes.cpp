#include "corefile/command/targets/nodes.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <utility>
#include <vector>

#include "corefile/command/targets/own_programs.h"
#include "corefile/command/targets/pmix_job.h"
#include "corefile/launch/launch_plan.h"
#include "corefile/launch/node_answers.h"
#include "corefile/launch/node_names.h"
#include "corefile/mpi/job_selection.h"
#include "corefile/mpi/launcher_job.h"
#include "mpidbg/base/whole_number.h"

namespace command {

namespace {

using corefile::LauncherChoice;
using Kind = LauncherChoice::Kind;
using mpidbg::Error;
using mpidbg::ErrorCode;

constexpr std::string_view slurm_prefix = "slurm:";
constexpr std::size_t most_warnings = 16;

// Describes how collectors are started: by which launcher, on which nodes, and for which job on each node.
struct Launching {
  LauncherChoice choice;
  std::vector<std::string> nodes;  // nodes to use if the launcher does not know them
  std::string selection;           // for corefile::JobSelection; empty: the only job of each node
};

// Sets `launching` so that collectors are started in the same way as the launcher has started its own processes.
void launch_like(const corefile::LauncherJob &job, Launching &launching) {
  using Launcher = corefile::LauncherJob::Launcher;
  if (!job.slurm_job.empty()) {
    launching.choice = {Kind::slurm, job.slurm_job};
  } else if (job.launcher == Launcher::mpirun) {
    launching.choice = {Kind::mpirun, ""};
  } else {
    launching.choice = {Kind::hydra, job.host_file};
  }
}

mpidbg::Status add_job_of_launcher(pid_t pid, std::chrono::seconds time, Launching &launching) {
  auto found = corefile::job_of_launcher(pid);
  if (!found && found.error().code == ErrorCode::not_found) found = job_by_pmix(pid, time);
  MPIDBG_ASSIGN(job, std::move(found));
  if (launching.choice.kind == Kind::automatic) launch_like(job, launching);
  if (launching.nodes.empty()) launching.nodes = job.nodes;
  if (!job.processes.empty()) {
    launching.selection = corefile::word_of(job.processes);
  } else if (!job.slurm_job.empty()) {
    launching.selection = std::string(slurm_prefix) + job.slurm_job;
  }
  return {};
}

mpidbg::Result<Launching> launching(const Options &options) {
  Launching found;
  const std::string target = options.targets.empty() ? "" : options.targets.front();
  if (options.targets.size() > 1)
    return Error{ErrorCode::out_of_range,
                 "one TARGET at most with --launcher: '" + options.targets[1] + "' is a second one"};
  MPIDBG_ASSIGN(choice, corefile::parse_launcher(options.launcher.empty() ? "auto" : options.launcher));
  found.choice = std::move(choice);
  if (!options.nodes.empty()) {
    MPIDBG_ASSIGN(nodes, corefile::expand_nodes(options.nodes));
    found.nodes = std::move(nodes);
  }
  if (is_slurm_target(target)) {
    const std::string job = target.substr(slurm_prefix.size());
    if (found.choice.kind == Kind::automatic || found.choice.kind == Kind::slurm) {
      found.choice = {Kind::slurm, job};
      found.selection = corefile::slurm_job_mark;
    } else {
      found.selection = target;
    }
    return found;
  }
  if (const auto pid = mpidbg::whole_number<pid_t>(target); pid && *pid > 0) {
    MPIDBG_TRY(add_job_of_launcher(*pid, std::chrono::seconds(options.timeout), found));
    return found;
  }
  if (!target.empty()) {
    return Error{ErrorCode::out_of_range, "'" + target +
                                              "' is not a job on nodes: slurm:JOB, the pid of a launcher, or no TARGET "
                                              "for the only job of each node"};
  }
  const char *const job = std::getenv("SLURM_JOB_ID");
  if (found.choice.kind == Kind::automatic) {
    if (job == nullptr || *job == '\0') {
      return Error{ErrorCode::not_found,
                   "cannot determine how the job was started: give --launcher, or slurm:JOB or the pid of the launcher "
                   "as TARGET"};
    }
    found.choice = {Kind::slurm, job};
  }
  if (found.choice.kind == Kind::slurm) found.selection = corefile::slurm_job_mark;
  return found;
}

mpidbg::Result<std::vector<std::string>> program(const Options &options, const std::string &selection, bool held) {
  MPIDBG_ASSIGN(own, own_path());
  const std::string path = options.remote.empty() ? own.string() : options.remote;
  std::vector<std::string> words = {path, "collect", "--timeout=" + std::to_string(options.timeout), "--quiet"};
  const auto add = [&](const char *option, const std::string &value) {
    if (!value.empty()) words.push_back(std::string(option) + "=" + value);
  };
  constexpr std::size_t longest = 100'000;  // limit for the word; Linux allows 128 KiB
  if (selection.size() > longest)
    return Error{ErrorCode::not_supported, "the launcher has too many processes to name them on a command line"};
  if (held) words.emplace_back("--held");
  add("--job", selection);
  add("--exe", options.open.executable);
  add("--sysroot", options.open.sysroot);
  if (options.open.debug_directories != corefile::OpenOptions().debug_directories)
    for (const std::string &directory : options.open.debug_directories) add("--debug-dir", directory);
  add("--plugin", options.plugin.plugin);
  for (const std::string &directory : options.plugin.safe_path) add("--plugin-safe-path", directory);
  add("--profile", options.profile);
  return words;
}

struct Gathered {
  std::vector<corefile::NodeAnswer> answers;
  std::string launcher;
};

mpidbg::Result<Gathered> gather_all(const Options &options, const Launching &how, bool held) {
  using namespace std::chrono;
  const seconds all(options.timeout);
  const auto end = steady_clock::now() + all;
  MPIDBG_ASSIGN(words, program(options, how.selection, held));
  MPIDBG_ASSIGN(plan, corefile::plan_launch(how.choice, words, how.nodes, all));
  corefile::RunLimits limits;
  limits.time = duration_cast<milliseconds>(end - steady_clock::now());
  return Gathered{corefile::gather(plan, MPIDBG_VERSION, limits, all), plan.launcher};
}

// Writes each new sentence once. After most_warnings sentences, only counts the others.
class Sentences {
 public:
  Sentences(Messages &messages, std::set<std::string> &known) : messages_(messages), known_(known) {}
  ~Sentences() {
    if (said_ > most_warnings)
      messages_.warning("and " + std::to_string(said_ - most_warnings) + " more such messages of nodes");
  }
  Sentences(const Sentences &) = delete;
  Sentences &operator=(const Sentences &) = delete;

  void say(const std::string &sentence) {
    if (known_.insert(sentence).second && ++said_ <= most_warnings) messages_.warning(sentence);
  }

 private:
  Messages &messages_;
  std::set<std::string> &known_;
  std::size_t said_ = 0;
};

}  // namespace

bool is_slurm_target(std::string_view word) {
  return word.starts_with(slurm_prefix) && corefile::is_slurm_job(word.substr(slurm_prefix.size()));
}

bool is_on_nodes(const Options &options) {
  return !options.launcher.empty() || std::any_of(options.targets.begin(), options.targets.end(), is_slurm_target);
}

ExitCode fail_on_nodes(const Error &error, Messages &messages) {
  messages.error(error.message);
  return error.code == ErrorCode::out_of_range ? ExitCode::usage : ExitCode::failed;
}

mpidbg::Result<CollectedJob> NodeLooks::look(bool held) {
  if (!is_in_summaries(options_.noun)) {
    return Error{ErrorCode::out_of_range,
                 "why, ranks, stacks, queues and comms look at jobs on several nodes, and not " +
                     std::string(mqs_shim::noun_name(options_.noun))};
  }
  MPIDBG_ASSIGN(how, launching(options_));
  MPIDBG_ASSIGN(gathered, gather_all(options_, how, held));
  CollectedJob job;
  std::vector<mqs_shim::summaries::Summary> parts;
  std::size_t answered = 0;
  {
    Sentences sentences(messages_, warned_);
    for (corefile::NodeAnswer &answer : gathered.answers) {
      for (const std::string &problem : answer.problems) sentences.say("node " + answer.node + ": " + problem);
      std::string missing = answer.missing;
      for (const std::string &record : answer.records) {
        auto part = mqs_shim::summaries::Summary::decode(record);
        if (part) {
          parts.push_back(std::move(*part));
        } else {
          missing = "node " + answer.node + ": " + part.error().message;
        }
      }
      if (missing.empty() && answer.problems.empty()) {
        ++answered;
        continue;
      }
      if (!missing.empty()) sentences.say(missing);
      job.lacks_nodes = true;
    }
  }
  job.summary = mqs_shim::summaries::merged(std::move(parts));
  if (job.summary.ranks() != 0) return job;
  const std::string none =
      answered == 0 ? "no node answered" : "there is no MPI process of the job on the nodes that answered";
  const std::size_t count = gathered.answers.size();
  return Error{
      answered == 0 ? ErrorCode::unavailable : ErrorCode::not_found,
      none + " (" + std::to_string(count) + (count == 1 ? " node" : " nodes") + ", by " + gathered.launcher + ")"};
}

}  // namespace command
