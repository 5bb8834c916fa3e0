// Implements `diff`, which shows what the ranks of a job did between two looks, and the verdict of `why` on it.

#include <chrono>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "corefile/command/targets/look.h"
#include "corefile/command/targets/targets.h"
#include "corefile/command/verbs/commands.h"
#include "corefile/command/verbs/default_job.h"
#include "corefile/command/words/output.h"
#include "mqs_shim/job/why/verdict/rank_progress.h"
#include "mqs_shim/look/investigation.h"
#include "mqs_shim/render/progress/render_progress.h"

namespace command {

namespace {

class DiffCommand {
 public:
  DiffCommand(const Options &options, Messages &messages)
      : options_(options), messages_(messages), plugins_(options.plugin), output_(options.output, options.targets) {}

  ExitCode run() {
    if (options_.targets.size() > 2) {
      messages_.error("diff compares two: OLD and NEW, or one live job with itself; " +
                      std::to_string(options_.targets.size()) + " were given");
      return ExitCode::usage;
    }
    if (!output_.is_open()) {
      output_.close(messages_);
      return ExitCode::failed;
    }
    if (const auto loaded = plugins_.load_if_independent_of_target(); !loaded) {
      messages_.error(loaded.error().message);
      return ExitCode::failed;
    }
    const std::optional<ExitCode> code = options_.targets.size() == 2 ? look_at_both() : look_twice();
    if (code) return *code;
    looks_.compare();
    show();
    if (!output_.close(messages_)) return ExitCode::failed;
    return static_cast<ExitCode>(inquiry_.verdict().outcome);
  }

 private:
  using Add = void (mqs_shim::why::TwoLooks::*)(mqs_shim::why::Evidence);

  Options with_targets(std::vector<std::string> words) const {
    Options options = options_;
    options.targets = std::move(words);
    return options;
  }

  // Takes two looks at a live job, some seconds apart, and more after them if these can prove more.
  std::optional<ExitCode> look_twice() {
    std::vector<std::string> words = options_.targets;
    if (words.empty()) {
      auto only_job = default_targets(messages_);
      if (!only_job) {
        messages_.error(only_job.error().message);
        return code_without_target(only_job.error());
      }
      words = std::move(*only_job);
    }
    const Options options = with_targets(std::move(words));
    launcher_ = launcher_of_all(options);
    std::vector<OpenedTarget> targets = open_targets(options, messages_);
    for (const OpenedTarget &target : targets) {
      if (target.pid != 0 || target.process == nullptr) continue;
      messages_.error(target.name + ": does not change any more: give what to compare it with, OLD and NEW");
      return ExitCode::usage;
    }
    const InspectedTargets job(targets, plugins_);
    mqs_shim::Investigation investigation(job.all(), {}, look_at_all(targets, options_.jobs, messages_));
    if (!look_first(investigation, targets.size())) return ExitCode::failed;
    add(investigation, &mqs_shim::why::TwoLooks::add_to_first);
    const auto looked = std::chrono::steady_clock::now();
    std::this_thread::sleep_until(looked + std::chrono::duration<double>(options_.seconds_between));
    wants_another_ = investigation.look();
    seconds_ = std::chrono::duration<double>(std::chrono::steady_clock::now() - looked).count();
    add(investigation, &mqs_shim::why::TwoLooks::add_to_second);
    while (wants_another_) wants_another_ = investigation.look();
    take_verdict(investigation);
    return {};
  }

  std::optional<ExitCode> look_at_both() {
    for (const bool is_new : {false, true}) {
      const Options options = with_targets({options_.targets[is_new ? 1 : 0]});
      std::vector<OpenedTarget> targets = open_targets(options, messages_);
      const InspectedTargets job(targets, plugins_);
      mqs_shim::Investigation investigation(job.all(), {}, look_at_all(targets, options_.jobs, messages_));
      if (!look_first(investigation, targets.size())) return ExitCode::failed;
      if (!is_new) {
        add(investigation, &mqs_shim::why::TwoLooks::add_to_first);
        continue;
      }
      while (wants_another_) wants_another_ = investigation.look();
      add(investigation, &mqs_shim::why::TwoLooks::add_to_second);
      launcher_ = launcher_of_all(options);
      take_verdict(investigation);
    }
    return {};
  }

  // Takes the first look, and another one at once if that has to read windows. Returns false if no target can be
  // inspected.
  bool look_first(mqs_shim::Investigation &investigation, std::size_t targets) {
    std::size_t failures = 0;
    investigation.on_look([&](const mqs_shim::RankLook &seen) {
      if (seen.end != mqs_shim::LookEnd::failed) return;
      ++failures;
      messages_.error(about_target(seen.report));
    });
    wants_another_ = investigation.look();
    investigation.on_look([](const mqs_shim::RankLook &) {});
    if (investigation.inquiry().wants_windows()) wants_another_ = investigation.look();
    return failures < targets;
  }

  void add(const mqs_shim::Investigation &investigation, Add add_one) {
    for (const mqs_shim::why::Evidence &one : investigation.inquiry().waits().evidence()) (looks_.*add_one)(one);
  }

  void take_verdict(mqs_shim::Investigation &investigation) {
    verdict_seconds_ = investigation.seconds();
    inquiry_ = investigation.take_inquiry();
  }

  void show() {
    mqs_shim::Sink sink(output_.writer());
    mqs_shim::ProgressOptions how;
    how.each = options_.render.each;
    how.color = options_.render.color;
    how.seconds = seconds_;
    how.verdict_seconds = verdict_seconds_;
    how.launcher = launcher_;
    mqs_shim::render_progress(looks_, inquiry_, options_.json ? mqs_shim::Format::json : mqs_shim::Format::text, how,
                              sink);
  }

  const Options &options_;
  Messages &messages_;
  Plugins plugins_;
  Output output_;
  mqs_shim::why::TwoLooks looks_;
  mqs_shim::why::Inquiry inquiry_;
  std::optional<double> seconds_;  // time between the compared looks; not set for files
  double verdict_seconds_ = 0;     // time between the last two looks of the verdict
  bool wants_another_ = false;     // another look could prove more
  std::string launcher_;           // result of launcher_of_all()
};

}  // namespace

ExitCode run_diff(const Options &options, Messages &messages) {
  return DiffCommand(options, messages).run();
}

}  // namespace command
