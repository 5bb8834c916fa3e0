// Implements `why`, which gives a verdict on a job. It looks at all processes, and a second time if that can prove
// more.

#include <unistd.h>

#include <algorithm>
#include <ctime>
#include <functional>
#include <optional>
#include <string>
#include <utility>

#include "corefile/command/targets/collect.h"
#include "corefile/command/targets/look.h"
#include "corefile/command/targets/module_files.h"
#include "corefile/command/targets/nodes.h"
#include "corefile/command/targets/targets.h"
#include "corefile/command/verbs/commands.h"
#include "corefile/command/verbs/graphviz.h"
#include "corefile/command/words/output.h"
#include "mqs_shim/job/why/graph/channels.h"
#include "mqs_shim/job/why/verdict/inquiry.h"
#include "mqs_shim/look/investigation.h"
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
    if (is_on_nodes(options_)) return run_on_nodes();
    Options rest = options_;
    if (const auto words = take_summary_words(rest.targets); !words.empty()) return run_summaries(words, rest);
    launcher_ = launcher_of_all(options_);
    std::vector<OpenedTarget> targets = open_targets(options_, messages_);
    for (const OpenedTarget &target : targets) {
      if (options_.render.verbose && target.process) note_missing_files(*target.process, messages_);
    }
    const InspectedTargets job(targets, plugins_);
    mqs_shim::Investigation investigation(job.all(), {}, look_at_all(targets, options_.jobs, messages_));
    for (const std::string &note : investigation.notes()) messages_.warning(note);
    investigate(investigation, [&](const mqs_shim::RankLook &seen) {
      if (seen.end == mqs_shim::LookEnd::failed) fail(seen.report, investigation.inquiry().looks() == 0);
    });
    if (failures_ == targets.size()) {
      // Failures of the first look have already been reported.
      if (inquiry_.looks() > 1)
        messages_.error(problem_.empty() ? "all processes ended while they were being inspected" : problem_);
      return ExitCode::failed;
    }
    return answer();
  }

 private:
  ExitCode run_on_nodes() {
    NodeLooks nodes(options_, messages_);
    std::optional<mpidbg::Error> problem;
    std::optional<bool> lacks_nodes;  // of the first look
    const auto look_at_nodes = [&](const auto &, const mqs_shim::LookRequest &request, const auto &take) {
      const auto job = nodes.look(!request.together.empty());
      // Ranks of a node that does not answer any more would count as missing, although the look before has seen them.
      if (job && job->lacks_nodes && !lacks_nodes.value_or(true)) {
        problem = mpidbg::Error{mpidbg::ErrorCode::unavailable, "not all nodes have answered"};
        return;
      }
      if (job && !lacks_nodes) lacks_nodes = job->lacks_nodes;
      const auto read = job ? job->summary.for_each(
                                  [&](mqs_shim::summaries::RankSummary rank) {
                                    if (is_wanted(rank.report, options_.render.ranks)) take(rank_look(std::move(rank)));
                                  },
                                  mqs_shim::summaries::GroupMembers::left_out)
                            : mpidbg::Status(job.error());
      if (!read) problem = read.error();
    };
    mqs_shim::Investigation investigation({}, {}, look_at_nodes);
    investigate(investigation, [](const mqs_shim::RankLook &) {});
    if (is_empty()) return problem ? fail_on_nodes(*problem, messages_) : fail_without_ranks();
    if (problem) messages_.warning("the job could not be looked at again: " + problem->message);
    if (lacks_nodes.value_or(false)) inquiry_.miss_ranks();
    return answer();
  }

  bool is_empty() const { return inquiry_.waits().evidence().empty(); }

  ExitCode fail_without_ranks() {
    messages_.error("no rank that --rank names is in the summaries");
    return ExitCode::failed;
  }

  // Gives the verdict on summaries of ranks that were inspected elsewhere or earlier, together with the other targets.
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
      return is_wanted(rank.report, options_.render.ranks);
    });
    if (!merged) {
      messages_.error(merged.error().message);
      return ExitCode::failed;
    }
    inquiry_ = std::move(merged->inquiry);
    seconds_ = merged->seconds;
    if (is_empty()) return fail_without_ranks();
    if (merged->looks_do_not_fit) {
      messages_.warning(
          "the summaries are of different times, or the clocks of their nodes are not synchronized: the verdict takes "
          "each rank as seen once");
    }
    if (job.incomplete) inquiry_.miss_ranks();
    return answer();
  }

  ExitCode answer() {
    show();
    if (page_) write_page();
    const bool is_written = output_.close(messages_);
    if ((page_ && !page_->close(messages_)) || !is_written) return ExitCode::failed;
    return static_cast<ExitCode>(inquiry_.verdict().outcome);
  }

  void investigate(mqs_shim::Investigation &investigation,
                   const std::function<void(const mqs_shim::RankLook &)> &on_look) {
    investigation.on_look(on_look);
    bool wants_another = true;
    while (wants_another) {
      failures_ = 0;
      wants_another = investigation.look();
    }
    seconds_ = investigation.seconds();
    inquiry_ = investigation.take_inquiry();
  }

  void fail(const mqs_shim::ProcessReport &report, bool is_first_look) {
    ++failures_;
    using mqs_shim::KernelState;
    if (is_first_look) {
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

  // Returns a text such as "made on login1, 2026-11-22 05:30 UTC".
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
  Output output_;
  std::optional<Output> page_;
  mqs_shim::why::Inquiry inquiry_;
  double seconds_ = 0;
  std::string problem_;       // error of the last running process that could not be inspected again
  std::string launcher_;      // result of launcher_of_all(); the targets may be of several nodes or files
  std::size_t failures_ = 0;  // number of processes that could not be inspected at the last look
};

}  // namespace

ExitCode run_why(const Options &options, Messages &messages) {
  return WhyCommand(options, messages).run();
}

}  // namespace command
