// why: the verdict on a job. Looks at all processes, and where that can prove more a second time.

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <ctime>
#include <optional>
#include <string>
#include <thread>
#include <utility>

#include "corefile/command/captured_looks.h"
#include "corefile/command/collect.h"
#include "corefile/command/commands.h"
#include "corefile/command/graphviz.h"
#include "corefile/command/look.h"
#include "corefile/command/module_files.h"
#include "corefile/command/nodes.h"
#include "corefile/command/output.h"
#include "corefile/command/targets.h"
#include "mqs_shim/job/why/graph/channels.h"
#include "mqs_shim/job/why/verdict/inquiry.h"
#include "mqs_shim/render/verdict/page/graph_dot.h"
#include "mqs_shim/render/verdict/page/page.h"
#include "mqs_shim/render/verdict/render_why.h"
#include "mqs_shim/summary/collection.h"

namespace command {

namespace {

class WhyCommand {
 public:
  WhyCommand(const Options &options, Messages &messages)
      : options_(options), messages_(messages), plugins_(options.plugin), output_(options.output, options.targets) {
    if (!options.html.empty()) page_.emplace(options.html, options.targets);
  }

  ExitCode run() {
    for (Output *output : {&output_, page_ ? &*page_ : nullptr}) {
      if (output == nullptr || output->is_open()) continue;
      output->close(messages_);
      return ExitCode::failed;
    }
    if (const auto loaded = plugins_.load_if_independent_of_target(); !loaded) {
      messages_.error(loaded.error().message);
      return ExitCode::failed;
    }
    if (is_on_nodes(options_)) {
      const auto job = collect_from_nodes(options_, messages_);
      return job ? judge(*job) : fail_on_nodes(job.error(), messages_);
    }
    Options rest = options_;
    if (const auto words = take_summary_words(rest.targets); !words.empty()) return run_summaries(words, rest);
    launcher_ = launcher_of_all(options_);
    std::vector<OpenedTarget> targets = open_targets(options_, messages_);
    for (const OpenedTarget &target : targets) {
      if (options_.render.verbose && target.process) note_missing_files(*target.process, messages_);
    }
    look_into_captures(targets);
    show_look(targets, 0);
    look(targets);
    while (inquiry_.wants_another_look()) {
      const bool asks_more = inquiry_.wants_windows() && questions_.kinds.insert(MPIDBG_KIND_WIN).second;
      const auto before = looked_;
      if (!captured_) {
        std::this_thread::sleep_until(looked_ + time_to_next_look());
      } else if (asks_more) {
        show_look(targets, 0);  // another question, so that this look is not compared with the one before
      } else if (!show_look(targets, 1)) {
        break;
      }
      look(targets);
      seconds_ = captured_ ? *captured_ : std::chrono::duration<double>(looked_ - before).count();
    }
    if (failures_ == targets.size()) {
      // What failed at the first look has been said.
      if (inquiry_.looks() > 1)
        messages_.error(problem_.empty() ? "all processes ended while they were being inspected" : problem_);
      return ExitCode::failed;
    }
    return answer();
  }

 private:
  // Of which some ranks were looked at elsewhere, or before.
  ExitCode run_summaries(const std::vector<std::string> &words, const Options &rest) {
    auto job = read_with_targets(words, rest, plugins_, messages_);
    if (!job) {
      messages_.error(job.error().message);
      return code_of(job.error());
    }
    return judge(*job);
  }

  ExitCode judge(const CollectedJob &job) {
    auto merged = mqs_shim::summaries::judge(job.summary, [&](const mqs_shim::summaries::RankSummary &rank) {
      const bool wanted = is_wanted(rank.report, options_.render.ranks);
      if (wanted) note_limits(rank);
      return wanted;
    });
    if (!merged) {
      messages_.error(merged.error().message);
      return ExitCode::failed;
    }
    if (merged->inquiry.waits().evidence().empty()) {
      messages_.error("no rank that --rank names is in the summaries");
      return ExitCode::failed;
    }
    if (merged->looks_do_not_fit) {
      messages_.warning(
          "the summaries are of different times, or the clocks of their nodes are not synchronized: the verdict takes "
          "each rank as seen once");
    }
    inquiry_ = std::move(merged->inquiry);
    seconds_ = merged->seconds;
    const ExitCode code = answer();
    // How many ranks there are is not known then.
    if (job.lacks_nodes && code == ExitCode::done) return ExitCode::missing_ranks;
    return job.incomplete ? worse(code, ExitCode::not_enough) : code;
  }

  ExitCode answer() {
    show();
    if (page_) write_page();
    const bool is_written = output_.close(messages_);
    if ((page_ && !page_->close(messages_)) || !is_written) return ExitCode::failed;
    const auto outcome = static_cast<ExitCode>(inquiry_.verdict().outcome);
    if (any_failed_) return worse(outcome, ExitCode::failed);
    return outcome == ExitCode::done && is_incomplete_ ? ExitCode::not_enough : outcome;
  }

  // A process that has ended is an answer.
  void note_limits(const mqs_shim::summaries::RankSummary &rank) {
    const bool has_ended = mqs_shim::why::has_exited(rank.evidence);
    if (static_cast<ExitCode>(rank.code) == ExitCode::failed && !has_ended) any_failed_ = true;
    if (rank.report.incomplete) is_incomplete_ = true;
  }

  // Captures that have two looks each, all first ones before all second ones, are looked at twice, with the seconds
  // between these looks.
  void look_into_captures(const std::vector<OpenedTarget> &targets) {
    if (const auto looks = captured_looks(targets, messages_))
      captured_ = static_cast<double>(looks->second - looks->first) / 1e9;
  }

  // False if it is the one that was shown last.
  bool show_look(std::vector<OpenedTarget> &targets, int look) {
    if (!captured_) return false;
    show_first_looks(targets, look == 0);
    return std::exchange(shown_look_, look) != look;
  }

  std::chrono::milliseconds time_to_next_look() const {
    return time_between_looks(mqs_shim::why::may_linger_in_network(inquiry_.waits().evidence()));
  }

  void look(std::vector<OpenedTarget> &targets) {
    failures_ = 0;
    is_incomplete_ = false;
    const bool together = inquiry_.looks() != 0 && !captured_;
    const HeldTogether held(targets, together ? inquiry_.wants_together() : std::vector<std::string>());
    look_at_all(targets, questions_, plugins_, held, options_.jobs, messages_, [&](Evidenced seen) {
      if (captured_) seen.rank.evidence.is_core = false;
      // A core is never looked at again, unless live processes are inspected with it.
      if (static_cast<ExitCode>(seen.rank.code) == ExitCode::failed) fail(seen.rank.report);
      note_limits(seen.rank);
      if (seen.is_held) seen.rank.evidence.instant = inquiry_.looks();
      inquiry_.add(std::move(seen.rank.evidence));
    });
    looked_ = std::chrono::steady_clock::now();
    inquiry_.judge();
  }

  void fail(const mqs_shim::ProcessReport &report) {
    ++failures_;
    using mqs_shim::KernelState;
    if (inquiry_.looks() == 0) {
      messages_.error(about_target(report));
    } else if (report.state != KernelState::gone && report.state != KernelState::zombie) {
      problem_ = about_target(report);
    }
  }

  void show() {
    mqs_shim::Sink sink(output_.writer());
    mqs_shim::WhyOptions how;
    how.each = options_.render.each;
    how.color = options_.render.color;
    how.seconds = seconds_;
    how.launcher = launcher_;
    using mqs_shim::Format;
    mqs_shim::render_why(inquiry_, options_.dot ? Format::dot : options_.json ? Format::json : Format::text, how, sink);
  }

  void write_page() {
    const mqs_shim::WaitGraph graph = mqs_shim::wait_graph(inquiry_.waits(), inquiry_.verdict(), launcher_);
    mqs_shim::PageFacts facts;
    facts.seconds = seconds_;
    facts.launcher = launcher_;
    facts.made = here_and_now();
    if (!graph.nodes.empty()) {
      std::string text;
      {
        mqs_shim::Sink dot(mqs_shim::write_to_string(text));
        mqs_shim::write_graph_dot(graph, inquiry_.verdict(), dot);
      }
      if (auto picture = svg_of(text)) {
        facts.picture = std::move(*picture);
      } else {
        facts.why_no_picture = picture.error().message;
        messages_.warning("the page has no picture: " + facts.why_no_picture);
      }
    }
    mqs_shim::Sink sink(page_->writer());
    mqs_shim::write_why_page(inquiry_, graph, facts, sink);
  }

  // "made on login1, 2026-11-22 05:30 UTC".
  static std::string here_and_now() {
    char host[256] = "";
    if (::gethostname(host, sizeof host - 1) != 0) host[0] = '\0';
    const std::time_t now = std::time(nullptr);
    std::tm parts{};
    char time[64] = "";
    if (::gmtime_r(&now, &parts) != nullptr) std::strftime(time, sizeof time, "%Y-%m-%d %H:%M UTC", &parts);
    return std::string("made on ") + host + ", " + time;
  }

  const Options &options_;
  Messages &messages_;
  Plugins plugins_;
  mqs_shim::Questions questions_{mqs_shim::questions_of(mqs_shim::Noun::why)};
  Output output_;
  std::optional<Output> page_;
  mqs_shim::why::Inquiry inquiry_;
  std::chrono::steady_clock::time_point looked_;
  double seconds_ = 0;
  std::string problem_;             // of the last process that could not be looked at again although it runs
  std::string launcher_;            // as of launcher_of_all(); the targets may be of several nodes or files
  std::optional<double> captured_;  // seconds between the two looks of captures, if that is what is inspected
  int shown_look_ = -1;
  std::size_t failures_ = 0;    // at the last look
  bool any_failed_ = false;     // a process that had not ended could not be inspected
  bool is_incomplete_ = false;  // part of a process could not be seen at the last look
};

}  // namespace

ExitCode run_why(const Options &options, Messages &messages) {
  return WhyCommand(options, messages).run();
}

}  // namespace command
