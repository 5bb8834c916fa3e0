// Implements `queues`, `comms`, `groups`, `ranks` and so on, which inspect the processes of a job one after the other
// and show them.

#include <algorithm>
#include <cstdint>
#include <limits>
#include <set>
#include <utility>

#include "corefile/command/targets/collect.h"
#include "corefile/command/targets/look.h"
#include "corefile/command/targets/module_files.h"
#include "corefile/command/targets/named_communicator.h"
#include "corefile/command/targets/nodes.h"
#include "corefile/command/targets/targets.h"
#include "corefile/command/verbs/commands.h"
#include "corefile/command/verbs/profile/unused_profile.h"
#include "corefile/command/words/output.h"
#include "mqs_shim/job/jobs.h"
#include "mqs_shim/render/jobs_text.h"

namespace command {

namespace {

using mqs_shim::Format;
using mqs_shim::Noun;
using mqs_shim::ProcessReport;

class ReportCommand {
 public:
  ReportCommand(const Options &options, Messages &messages)
      : options_(options), messages_(messages), plugins_(options.plugin), output_(options.output, options.targets) {}

  ExitCode run() {
    if (!output_.is_open()) {
      output_.close(messages_);
      return ExitCode::failed;
    }
    if (const auto loaded = plugins_.load_if_independent_of_target(); !loaded) {
      messages_.error(loaded.error().message);
      return ExitCode::failed;
    }
    Options rest = options_;
    const std::vector<std::string> words = take_summary_words(rest.targets);
    std::optional<CollectedJob> elsewhere;
    if (is_on_nodes(options_)) {
      auto job = NodeLooks(options_, messages_).look();
      if (!job) return fail_on_nodes(job.error(), messages_);
      elsewhere = std::move(*job);
    } else if (!words.empty()) {
      auto job = read_summaries_of_noun(words, rest);
      if (!job) {
        messages_.error(job.error().message);
        return code_of(job.error());
      }
      elsewhere = std::move(*job);
    }
    std::vector<OpenedTarget> targets;
    if (!elsewhere) targets = open_targets(options_, messages_);
    single_ = !is_on_nodes(options_) && (elsewhere ? elsewhere->summary.ranks() : targets.size()) == 1;
    {
      mqs_shim::Sink sink(output_.writer());
      mqs_shim::RenderOptions render = options_.render;
      render.one_process = single_;
      const auto renderer = mqs_shim::make_renderer(options_.noun, format(), std::move(render), sink);
      if (elsewhere) {
        show_all(*elsewhere, *renderer);
      } else {
        look_at_all(targets, *renderer);
      }
      finish(*renderer);
      if (jobs_.has_several_launches() && format() == Format::text) sink.append(mqs_shim::jobs_text(jobs_));
    }
    if (code_ == ExitCode::failed && output_.is_empty()) return code_;  // an existing file of -o is not replaced
    if (!output_.close(messages_)) code_ = worse(code_, ExitCode::failed);
    return code_;
  }

 private:
  Format format() const { return options_.dot ? Format::dot : options_.json ? Format::json : Format::text; }

  // Shows each process as soon as it was inspected, so that a thousand core files are not in memory together. If some
  // environment lacks the rank, the order is known only when all are inspected, and all are shown at the end.
  void look_at_all(std::vector<OpenedTarget> &targets, mqs_shim::Renderer &renderer) {
    const bool ordered = single_ || std::all_of(targets.begin(), targets.end(), [](const OpenedTarget &target) {
                           return target.identity.world_rank.has_value() || !target.process;
                         });
    mqs_shim::Jobs named(options_.noun);  // jobs as the environments name them
    for (const OpenedTarget &target : targets) named.add(outline(target));
    std::vector<ProcessReport> kept;
    for (std::size_t i = 0; i < targets.size(); ++i) {
      OpenedTarget &target = targets[i];
      messages_.progress(target.name, i, targets.size());
      Look look = look_at(target, options_.noun, options_.render.all, questions_, plugins_);
      if (options_.render.verbose && target.process) note_missing_files(*target.process, messages_);
      target.process.reset();
      code_ = worse(code_, look.code);
      if (ordered) {
        show(look.report, named.has_several_launches(), renderer);
      } else {
        named.add(look.report);
        kept.push_back(std::move(look.report));
      }
    }
    std::stable_sort(kept.begin(), kept.end(), [](const auto &a, const auto &b) { return order(a) < order(b); });
    for (ProcessReport &report : kept) show(report, named.has_several_launches(), renderer);
    messages_.clear_progress();
  }

  mpidbg::Result<CollectedJob> read_summaries_of_noun(const std::vector<std::string> &words, const Options &rest) {
    if (!is_in_summaries(options_.noun)) {
      return mpidbg::Error{mpidbg::ErrorCode::not_supported,
                           "a summary contains what why, ranks, stacks, queues and comms show, and no " +
                               std::string(mqs_shim::noun_name(options_.noun))};
    }
    return read_with_targets(words, rest, plugins_, messages_);
  }

  // Shows the ranks in ascending order, with one of them in memory at a time.
  void show_all(const CollectedJob &job, mqs_shim::Renderer &renderer) {
    if (job.incomplete) code_ = worse(code_, ExitCode::not_enough);
    if (job.lacks_nodes) code_ = worse(code_, ExitCode::missing_ranks);
    using mqs_shim::summaries::GroupMembers;
    mqs_shim::Jobs named(options_.noun);
    GroupMembers members = GroupMembers::left_out;
    const auto each = [&](const std::function<void(ProcessReport &, ExitCode)> &visit) {
      const auto read = job.summary.for_each(
          [&](mqs_shim::summaries::RankSummary rank) {
            if (is_wanted(rank.report, options_.render.ranks)) {
              visit(rank.report, static_cast<ExitCode>(rank.code));
            } else {
              excluded_.insert(rank.report.world_rank);
            }
          },
          members);
      return read;
    };
    auto read = each([&](const ProcessReport &report, ExitCode) { named.add(report); });
    if (options_.noun == Noun::queues || options_.noun == Noun::comms) members = GroupMembers::read;
    if (read) {
      read = each([&](ProcessReport &report, ExitCode code) {
        // The exit code in the summary is that of `why`, so the exit code of this command is computed here.
        const bool is_limited = !mqs_shim::first_limit(report, options_.noun).empty();
        if (report.error.empty()) code = is_limited ? ExitCode::not_enough : ExitCode::done;
        code_ = worse(code_, code);
        show(report, named.has_several_launches(), renderer);
      });
    }
    if (read) return;
    messages_.error(read.error().message);
    code_ = worse(code_, ExitCode::failed);
  }

  // Returns the facts that are known before the process is inspected.
  static ProcessReport outline(const OpenedTarget &target) {
    ProcessReport report;
    report.environment_job = target.identity.job;
    report.world_rank = target.identity.world_rank.value_or(-1);
    return report;
  }

  static std::pair<std::uint32_t, int> order(const ProcessReport &report) {
    return {report.local_job, report.world_rank < 0 ? std::numeric_limits<int>::max() : report.world_rank};
  }

  void show(ProcessReport &report, bool one_of_several_jobs, mqs_shim::Renderer &renderer) {
    if (one_of_several_jobs) report.job_name = mqs_shim::job_of(report).name;
    jobs_.add(report);
    // --rank is applied again, now to the inspected rank, because the environment does not always contain the rank.
    if (is_wanted(report, options_.render.ranks)) {
      any_wanted_ = true;
    } else {
      excluded_.insert(report.world_rank);
    }
    warn_of_unused_profile(report);
    // For a single process that cannot be inspected, the answer consists of the reason only.
    if (single_ && !report.error.empty()) {
      for (const std::string &warning : report.warnings) messages_.warning(warning);
      messages_.error(about_target(report));
      if (!options_.json && !shows_stacks(report)) return;
    }
    if (report.error.empty() && !options_.render.variable.empty()) {
      has_variable_ = has_variable_ || mqs_shim::has_variable(report, options_.noun, options_.render.variable);
    }
    // Missing information changes the exit code only if this command needs it.
    if (report.error.empty() && !mqs_shim::value_limit(report, options_.noun, options_.render).empty()) {
      code_ = worse(code_, ExitCode::not_enough);
    }
    if (options_.noun == Noun::stacks && is_wanted(report, options_.render.ranks) &&
        !mqs_shim::stack_limit(report, options_.render).empty()) {
      code_ = worse(code_, ExitCode::not_enough);
    }
    if (report.error.empty() && !options_.render.communicator.empty() && options_.noun != Noun::show) {
      communicators_.add(report);
      // Processes without the communicator have nothing to show.
      if (!options_.json && !mqs_shim::has_communicator(report, options_.render.communicator)) return;
    }
    renderer.add(report);
  }

  // Returns true if the answer contains stacks, which can be read even if MPI's objects cannot.
  bool shows_stacks(const ProcessReport &report) const {
    return (options_.noun == Noun::ranks || options_.noun == Noun::stacks) && !report.threads.empty();
  }

  // Warns if the profile of --profile was not used, because it does not fit the process.
  void warn_of_unused_profile(const ProcessReport &report) {
    if (options_.profile.empty() || !report.error.empty()) return;
    const std::string reason = why_unused(options_.profile, report.library, report.layout_source);
    if (!reason.empty())
      messages_.warning(report.target + ": the profile " + options_.profile + " was not used: " + reason);
  }

  void finish(mqs_shim::Renderer &renderer) {
    if (!jobs_.mismatches().empty()) code_ = worse(code_, ExitCode::failed);
    const auto &wanted = options_.render.ranks;
    const std::vector<int> missing = jobs_.missing([&](int rank) { return !wanted || wanted->contains(rank); });
    if (jobs_.asks_for_all_ranks() && !missing.empty()) code_ = worse(code_, ExitCode::missing_ranks);
    renderer.finish(jobs_.names_missing(options_.json) ? missing : std::vector<int>());
    if (!single_ && jobs_.failures() != 0)
      messages_.warning(std::to_string(jobs_.failures()) + " of " + std::to_string(jobs_.processes()) +
                        " processes could not be inspected");
    if (!any_wanted_ && !excluded_.empty()) {
      messages_.error(why_no_rank(excluded_));
      code_ = worse(code_, ExitCode::failed);
    }
    if (const std::string problem = communicators_.problem(); !problem.empty()) {
      if (communicators_.found()) {
        messages_.warning(problem);
      } else {
        messages_.error(problem);
        code_ = worse(code_, ExitCode::failed);
      }
    }
    if (!options_.render.variable.empty() && jobs_.failures() == 0 && !has_variable_) {
      messages_.error("no process has anything named '" + options_.render.variable + "' among its " +
                      std::string(mqs_shim::noun_name(options_.noun)));
      code_ = worse(code_, ExitCode::failed);
    }
  }

  const Options &options_;
  Messages &messages_;
  Plugins plugins_;
  const mqs_shim::Questions questions_{
      mqs_shim::questions_of(options_.noun, mqs_shim::Questions::Object{options_.render.show_kind, options_.handle},
                             options_.freed, options_.history)};
  Output output_;
  mqs_shim::Jobs jobs_{options_.noun};
  ExitCode code_ = ExitCode::done;
  bool single_ = true;
  NamedCommunicator communicators_{options_.render.communicator};
  bool has_variable_ = false;
  bool any_wanted_ = false;
  std::set<int> excluded_;  // ranks that --rank excludes
};

}  // namespace

ExitCode run_report(const Options &options, Messages &messages) {
  return ReportCommand(options, messages).run();
}

}  // namespace command
