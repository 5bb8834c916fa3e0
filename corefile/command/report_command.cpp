// queues, comms, groups, ranks: the processes of a job looked at one after the other, and shown.

#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>
#include <set>
#include <utility>

#include "corefile/command/commands.h"
#include "corefile/command/look.h"
#include "corefile/command/output.h"
#include "corefile/command/targets.h"
#include "mqs_shim/render/variables/consistency.h"

namespace command {

namespace {

using mqs_shim::Format;
using mqs_shim::Noun;
using mqs_shim::ProcessReport;

// The ranks of each job that were there, to find those that were not.
class Roll {
 public:
  void include(const ProcessReport &report, const std::string &job) {
    if (report.world_rank < 0) return;
    Job &entry = jobs_[job];
    entry.present.insert(report.world_rank);
    entry.size = std::max(entry.size, report.world_size);
  }

  std::vector<int> missing(const std::optional<mqs_shim::RankSet> &wanted) const {
    // Sizes come out of a process's memory.
    constexpr int most = 1 << 20;
    std::set<int> missing;
    for (const auto &[name, job] : jobs_)
      for (int rank = 0; rank < std::min(job.size, most); ++rank)
        if (job.present.count(rank) == 0 && (!wanted || wanted->contains(rank))) missing.insert(rank);
    return {missing.begin(), missing.end()};
  }

 private:
  struct Job {
    std::set<int> present;
    int size = 0;
  };
  std::map<std::string, Job> jobs_;
};

class ReportCommand {
 public:
  ReportCommand(const Options &options, Messages &messages)
      : options_(options), messages_(messages), plugins_(options.plugin), output_(options.output) {}

  ExitCode run() {
    if (!output_.is_open()) {
      output_.close(messages_);
      return ExitCode::failed;
    }
    if (const auto loaded = plugins_.load_if_independent_of_target(); !loaded) {
      messages_.error(loaded.error().message);
      return ExitCode::failed;
    }
    std::vector<OpenedTarget> targets = open_targets(options_, messages_);
    if (targets.empty()) {
      messages_.error("none of the targets has a rank that --rank names");
      return ExitCode::mismatch;
    }
    single_ = targets.size() == 1;
    {
      mqs_shim::Sink sink(output_.writer());
      const auto renderer =
          mqs_shim::make_renderer(options_.noun, options_.json ? Format::json : Format::text, options_.render, sink);
      look_at_all(targets, *renderer);
      finish(*renderer);
    }
    if (!output_.close(messages_)) code_ = worse(code_, ExitCode::failed);
    return code_;
  }

 private:
  // Each is shown as soon as it is known, so that a thousand cores are not in memory together; only if an environment
  // does not tell the rank, the order is not known before the end.
  void look_at_all(std::vector<OpenedTarget> &targets, mqs_shim::Renderer &renderer) {
    const bool ordered = single_ || std::all_of(targets.begin(), targets.end(), [](const OpenedTarget &target) {
                           return target.identity.world_rank.has_value() || !target.process;
                         });
    std::vector<std::pair<ProcessReport, std::string>> kept;
    for (std::size_t i = 0; i < targets.size(); ++i) {
      OpenedTarget &target = targets[i];
      messages_.progress(target.name, i, targets.size());
      Look look = look_at(target, options_.noun, questions_, plugins_);
      target.process.reset();
      code_ = worse(code_, look.code);
      if (ordered) {
        show(look.report, target.identity.job, renderer);
      } else {
        kept.emplace_back(std::move(look.report), target.identity.job);
      }
    }
    std::stable_sort(kept.begin(), kept.end(), [](const auto &a, const auto &b) { return order(a) < order(b); });
    for (const auto &[report, job] : kept) show(report, job, renderer);
    messages_.clear_progress();
  }

  static std::pair<std::uint32_t, int> order(const std::pair<ProcessReport, std::string> &kept) {
    const int rank = kept.first.world_rank < 0 ? std::numeric_limits<int>::max() : kept.first.world_rank;
    return std::make_pair(kept.first.local_job, rank);
  }

  void show(const ProcessReport &report, const std::string &job, mqs_shim::Renderer &renderer) {
    roll_.include(report, job);
    warn_of_unused_profile(report);
    if (!report.error.empty()) {
      ++failures_;
    } else if (!options_.render.communicator.empty()) {
      has_communicator_ = has_communicator_ || mqs_shim::has_communicator(report, options_.render.communicator);
    }
    // A single process that cannot be looked at has no answer but the reason.
    if (single_ && !report.error.empty()) {
      for (const std::string &warning : report.warnings) messages_.warning(warning);
      const bool named = report.error.find(report.target) != std::string::npos;
      messages_.error(named ? report.error : report.target + ": " + report.error);
      if (!options_.json) return;
    }
    if (report.error.empty() && !options_.render.variable.empty()) {
      has_variable_ = has_variable_ || mqs_shim::has_variable(report, options_.noun, options_.render.variable);
    }
    // What a value is, is what the noun is about.
    if (report.error.empty() && !mqs_shim::value_limit(report, options_.noun, options_.render.variable).empty()) {
      code_ = worse(code_, ExitCode::not_enough);
    }
    consistency_.add(report);
    renderer.add(report);
  }

  // --profile is a wish: one that does not fit the process is passed over.
  void warn_of_unused_profile(const ProcessReport &report) {
    if (options_.profile.empty() || !report.error.empty()) return;
    std::string name = options_.profile.substr(options_.profile.rfind('/') + 1);
    if (name.ends_with(".json")) name.erase(name.size() - 5);
    if (report.layout_source.find(name) != std::string::npos) return;
    messages_.warning(report.target + ": the profile " + name + " does not fit and was not used; layouts: " +
                      (report.layout_source.empty() ? "unknown" : report.layout_source));
  }

  void finish(mqs_shim::Renderer &renderer) {
    if (!consistency_.mismatches().empty()) code_ = worse(code_, ExitCode::mismatch);
    const std::vector<int> missing = roll_.missing(options_.render.ranks);
    if (options_.noun == Noun::ranks && !missing.empty()) code_ = worse(code_, ExitCode::mismatch);
    const bool shows_missing = options_.json || options_.noun == Noun::ranks || !single_;
    renderer.finish(shows_missing && (failures_ == 0 || !single_ || options_.json) ? missing : std::vector<int>());
    if (!single_ && failures_ != 0)
      messages_.warning(std::to_string(failures_) + " of the processes could not be looked at");
    if (options_.noun != Noun::ranks && !options_.render.communicator.empty() && failures_ == 0 && !has_communicator_) {
      messages_.error("no process has a communicator '" + options_.render.communicator + "'");
      code_ = worse(code_, ExitCode::failed);
    }
    if (!options_.render.variable.empty() && failures_ == 0 && !has_variable_) {
      messages_.error("no process has anything named '" + options_.render.variable + "' among its " +
                      std::string(mqs_shim::noun_name(options_.noun)));
      code_ = worse(code_, ExitCode::failed);
    }
  }

  const Options &options_;
  Messages &messages_;
  Plugins plugins_;
  const mqs_shim::Questions questions_{
      questions_of(options_.noun, options_.render.show_kind, options_.handle, options_.freed, options_.history)};
  Output output_;
  Roll roll_;
  mqs_shim::Consistency consistency_{options_.noun};
  ExitCode code_ = ExitCode::done;
  bool single_ = true;
  bool has_communicator_ = false;
  bool has_variable_ = false;
  std::size_t failures_ = 0;
};

}  // namespace

ExitCode run_report(const Options &options, Messages &messages) {
  return ReportCommand(options, messages).run();
}

}  // namespace command
