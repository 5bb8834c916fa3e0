// why: the verdict on a job. Looks at all processes, and where that can prove more a second time.

#include <algorithm>
#include <chrono>
#include <thread>

#include "corefile/command/commands.h"
#include "corefile/command/look.h"
#include "corefile/command/output.h"
#include "corefile/command/targets.h"
#include "mqs_shim/job/why/inquiry.h"
#include "mqs_shim/render/why/render_why.h"

namespace command {

namespace {

using mqs_shim::why::Outcome;

// A message in the memory that two ranks share, or in a switch, is under way for microseconds.
constexpr std::chrono::milliseconds between_looks{200};

class WhyCommand {
 public:
  WhyCommand(const Options &options, Messages &messages)
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
      return ExitCode::failed;
    }
    look(targets);
    while (inquiry_.wants_another_look()) {
      std::this_thread::sleep_until(looked_ + between_looks);
      const auto before = looked_;
      look(targets);
      seconds_ = std::chrono::duration<double>(looked_ - before).count();
    }
    if (failures_ == targets.size()) return ExitCode::failed;
    show();
    if (!output_.close(messages_)) return ExitCode::failed;
    return static_cast<ExitCode>(inquiry_.verdict().outcome);
  }

 private:
  void look(std::vector<OpenedTarget> &targets) {
    failures_ = 0;
    for (std::size_t i = 0; i < targets.size(); ++i) {
      OpenedTarget &target = targets[i];
      messages_.progress(target.name, i, targets.size());
      const Look seen = look_at(target, mqs_shim::Noun::why, false, questions_, plugins_);
      // A core is never looked at again, unless live processes are inspected with it.
      if (seen.code == ExitCode::failed) fail(seen.report);
      inquiry_.add(seen.report);
    }
    messages_.clear_progress();
    looked_ = std::chrono::steady_clock::now();
    inquiry_.judge();
  }

  void fail(const mqs_shim::ProcessReport &report) {
    ++failures_;
    if (inquiry_.looks() != 0) return;
    const bool named = report.error.find(report.target) != std::string::npos;
    messages_.error(named ? report.error : report.target + ": " + report.error);
  }

  void show() {
    mqs_shim::Sink sink(output_.writer());
    mqs_shim::WhyOptions how;
    how.each = options_.render.each;
    how.color = options_.render.color;
    how.seconds = seconds_;
    mqs_shim::render_why(inquiry_, options_.json ? mqs_shim::Format::json : mqs_shim::Format::text, how, sink);
  }

  const Options &options_;
  Messages &messages_;
  Plugins plugins_;
  const mqs_shim::Questions questions_{mqs_shim::questions_of(mqs_shim::Noun::why)};
  Output output_;
  mqs_shim::why::Inquiry inquiry_;
  std::chrono::steady_clock::time_point looked_;
  double seconds_ = 0;
  std::size_t failures_ = 0;
};

}  // namespace

ExitCode run_why(const Options &options, Messages &messages) {
  return WhyCommand(options, messages).run();
}

}  // namespace command
