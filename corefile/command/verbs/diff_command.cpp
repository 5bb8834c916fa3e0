// Implements `diff`, which shows what the ranks of a job did between two looks.

#include <chrono>
#include <optional>
#include <thread>

#include "corefile/command/targets/look.h"
#include "corefile/command/targets/targets.h"
#include "corefile/command/verbs/commands.h"
#include "corefile/command/verbs/default_job.h"
#include "corefile/command/words/output.h"
#include "mqs_shim/job/why/evidence/rank_evidence.h"
#include "mqs_shim/job/why/verdict/rank_progress.h"
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
    return static_cast<ExitCode>(mqs_shim::why::course_of(looks_.ranks()));
  }

 private:
  using Add = void (mqs_shim::why::TwoLooks::*)(mqs_shim::why::Evidence);

  std::vector<OpenedTarget> open(std::vector<std::string> words) const {
    Options options = options_;
    options.targets = std::move(words);
    return open_targets(options, messages_);
  }

  // Takes two looks at a live job, some seconds apart.
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
    std::vector<OpenedTarget> targets = open(std::move(words));
    for (const OpenedTarget &target : targets) {
      if (target.pid != 0 || target.process == nullptr) continue;
      messages_.error(target.name + ": does not change any more: give what to compare it with, OLD and NEW");
      return ExitCode::usage;
    }
    if (!look(targets, &mqs_shim::why::TwoLooks::add_to_first, false)) return ExitCode::failed;
    const auto looked = std::chrono::steady_clock::now();
    std::this_thread::sleep_until(looked + std::chrono::duration<double>(options_.seconds_between));
    seconds_ = std::chrono::duration<double>(std::chrono::steady_clock::now() - looked).count();
    look(targets, &mqs_shim::why::TwoLooks::add_to_second, true);
    return {};
  }

  std::optional<ExitCode> look_at_both() {
    for (const auto &[word, add] : {std::pair{options_.targets[0], &mqs_shim::why::TwoLooks::add_to_first},
                                    std::pair{options_.targets[1], &mqs_shim::why::TwoLooks::add_to_second}}) {
      std::vector<OpenedTarget> targets = open({word});
      if (!look(targets, add, false)) return ExitCode::failed;
    }
    return {};
  }

  // Looks at all targets, and returns false if none can be inspected. If `may_have_ended` is true, a process that has
  // ended is not a failure.
  bool look(std::vector<OpenedTarget> &targets, Add add, bool may_have_ended) {
    std::size_t failures = 0;
    for (std::size_t i = 0; i < targets.size(); ++i) {
      messages_.progress(targets[i].name, i, targets.size());
      const Look seen = look_at(targets[i], mqs_shim::Noun::why, false, questions_, plugins_);
      if (seen.code == ExitCode::failed && !may_have_ended) {
        ++failures;
        messages_.error(about_target(seen.report));
      }
      (looks_.*add)(mqs_shim::why::rank_evidence(seen.report));
    }
    messages_.clear_progress();
    return failures < targets.size();
  }

  void show() {
    mqs_shim::Sink sink(output_.writer());
    mqs_shim::ProgressOptions how;
    how.each = options_.render.each;
    how.color = options_.render.color;
    how.seconds = seconds_;
    mqs_shim::render_progress(looks_, options_.json ? mqs_shim::Format::json : mqs_shim::Format::text, how, sink);
  }

  const Options &options_;
  Messages &messages_;
  Plugins plugins_;
  const mqs_shim::Questions questions_{mqs_shim::questions_of(mqs_shim::Noun::why)};
  Output output_;
  mqs_shim::why::TwoLooks looks_;
  std::optional<double> seconds_;
};

}  // namespace

ExitCode run_diff(const Options &options, Messages &messages) {
  return DiffCommand(options, messages).run();
}

}  // namespace command
