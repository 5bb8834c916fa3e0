#include "corefile/command/targets/targets.h"

#include "corefile/mpi/launcher.h"
#include "corefile/targets/targets.h"
#include "mpidbg/base/whole_number.h"
#include "mqs_shim/render/rank_set.h"

namespace command {

std::vector<OpenedTarget> open_targets(const Options &options, Messages &messages) {
  std::set<int> excluded;
  corefile::TargetOptions how;
  how.open = options.open;
  how.wants = [&](int rank) {
    if (!options.render.ranks || options.render.ranks->contains(rank)) return true;
    excluded.insert(rank);
    return false;
  };
  how.progress = [&](const std::string &what, std::size_t done, std::size_t all) {
    messages.progress(what, done, all);
  };
  if (options.render.verbose)
    how.leaves_out = [&](const std::string &file) { messages.note(file + " is not a core file"); };
  std::vector<OpenedTarget> targets = corefile::open_targets(options.targets, how);
  if (targets.empty() && !excluded.empty())
    targets.push_back(corefile::failed_target(options.targets.front(), why_no_rank(excluded)));
  return targets;
}

std::string why_no_rank(const std::set<int> &others) {
  return std::string("no rank that --rank names is among the targets, ") +
         (others.size() == 1 ? "which have rank " : "which have ranks ") +
         mqs_shim::compress_ranks({others.begin(), others.end()});
}

std::string why_not_single(const std::string &word) {
  if (corefile::launcher_of(word).empty()) return {};
  std::string text = "pid " + word + " is a launcher, and this command takes a single process";
  const std::vector<pid_t> started = corefile::processes_started_by(*mpidbg::whole_number<pid_t>(word));
  for (const pid_t rank : started) {
    text += (rank == started.front() ? ": one of " : ", ") + std::to_string(rank);
    if (rank != started.front() && text.size() > 160) return text + ", ...";
  }
  return text;
}

std::string launcher_of_all(const Options &options) {
  if (options.targets.size() != 1 || options.render.ranks) return {};
  return corefile::launcher_of(options.targets.front());
}

OpenedTarget open_single_target(const std::string &word, const Options &options) {
  if (std::string problem = why_not_single(word); !problem.empty())
    return corefile::failed_target("pid " + word, std::move(problem));
  return corefile::open_single_target(word, options.open);
}

}  // namespace command
