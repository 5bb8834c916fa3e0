// Implements `watch`, which looks at a live job until it ends, until nothing in it has moved for a given time, or until
// the time limit of the watch. In the latter two cases it explains the state like `why`.

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "corefile/command/targets/look.h"
#include "corefile/command/targets/nodes.h"
#include "corefile/command/targets/targets.h"
#include "corefile/command/verbs/commands.h"
#include "corefile/command/verbs/made_directories.h"
#include "corefile/command/verbs/utc_time.h"
#include "corefile/mpi/launcher.h"
#include "corefile/process/process_ends.h"
#include "mpidbg/base/file_descriptor.h"
#include "mpidbg/base/whole_number.h"
#include "mqs_shim/job/why/verdict/rank_progress.h"
#include "mqs_shim/job/why/verdict/standstill.h"
#include "mqs_shim/render/progress/pending_lines.h"
#include "mqs_shim/render/progress/progress_line.h"

namespace command {

namespace {

using Clock = mqs_shim::why::Standstill::Clock;
using mqs_shim::why::Evidence;

// The number of failed looks in succession after which `watch` gives up. A job on several nodes may fail to answer for
// a while because of its network or launcher.
constexpr int most_failed_looks = 3;

Clock::duration in_clock(double seconds) {
  return std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
}

// While an object of this class exists, stdout goes to stderr, because stdout is reserved for the verdict.
class StdoutToStderr {
 public:
  StdoutToStderr() : stdout_(::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)) {
    std::fflush(stdout);
    if (stdout_) ::dup2(STDERR_FILENO, STDOUT_FILENO);
  }
  ~StdoutToStderr() {
    std::fflush(stdout);
    if (stdout_) ::dup2(stdout_.get(), STDOUT_FILENO);
  }
  StdoutToStderr(const StdoutToStderr &) = delete;
  StdoutToStderr &operator=(const StdoutToStderr &) = delete;

 private:
  mpidbg::FileDescriptor stdout_;
};

class WatchCommand {
 public:
  WatchCommand(const Options &options, Messages &messages)
      : options_(options), messages_(messages), plugins_(options.plugin), is_on_nodes_(is_on_nodes(options)) {}

  ExitCode run() {
    if (const auto problem = begin()) return *problem;
    auto looked = Clock::now();
    const auto end =
        options_.seconds_at_most > 0 ? looked + in_clock(options_.seconds_at_most) : Clock::time_point::max();
    std::vector<Evidence> before;
    if (const auto code = look(before)) return *code;
    say(before.empty() ? "there is no MPI process yet" : "first look at " + ranks_text(before.size()));
    mqs_shim::why::Standstill standstill(looked);
    // The interval between looks must not exceed the duration of the standstill that is to be detected.
    const auto interval = in_clock(std::min(options_.seconds_between, options_.seconds_still));
    for (;;) {
      if (wait_until(std::min(looked + interval, end))) return job_has_ended();
      looked = Clock::now();
      if (looked >= end) {
        say("the time of the watch is over");
        return explain(before);
      }
      std::vector<Evidence> after;
      if (const auto code = look(after)) return *code;
      if (failed_looks_ != 0) continue;  // the next look is compared with the last successful one
      if (before.empty() && after.empty()) {
        say("there is no MPI process");
        standstill = mqs_shim::why::Standstill(looked);
        continue;
      }
      mqs_shim::why::TwoLooks looks;
      for (Evidence &one : before) looks.add_to_first(std::move(one));
      for (Evidence &one : after) looks.add_to_second(std::move(one));
      looks.compare();
      mqs_shim::why::Inquiry inquiry;
      for (const auto *look : {&looks.first(), &looks.second()}) {
        for (const Evidence &one : *look) inquiry.add(one);
        inquiry.judge();
      }
      mqs_shim::why::Movements movements = mqs_shim::why::movements_of(looks);
      standstill.add(looked, looks, movements);
      say(mqs_shim::progress_line(looks, inquiry, movements, standstill.lasts()));
      before = looks.second();
      if (standstill.lasts() >= in_clock(options_.seconds_still)) return explain(before);
    }
  }

 private:
  // Checks, before the first look, everything that could otherwise fail after hours.
  std::optional<ExitCode> begin() {
    if (const auto loaded = plugins_.load_if_independent_of_target(); !loaded) return fail(loaded.error().message);
    if (is_on_nodes_ && !options_.output.empty()) {
      messages_.error(
          "captures are made of processes of this node: on several, leave out -o, and let the launcher start "
          "'mpidbg capture' on each");
      return ExitCode::usage;
    }
    std::vector<pid_t> pids;
    for (const std::string &word : options_.targets) {
      const auto pid = mpidbg::whole_number<pid_t>(word);
      if (pid && *pid > 0) {
        pids.push_back(*pid);
      } else if (!is_on_nodes_) {
        messages_.error(word + ": not the pid of a process: what does not change cannot be watched");
        return ExitCode::usage;
      }
    }
    if (!pids.empty()) {
      auto ends = corefile::ProcessEnds::of(pids);
      if (!ends) return fail(ends.error().message);
      ends_.emplace(std::move(*ends));
    }
    return find_place();
  }

  std::optional<ExitCode> find_place() {
    if (options_.output.empty()) return {};
    directory_ = options_.output;
    // If the name contains %h, `capture` makes the directory itself. A '/' at the end marks the name as that of a
    // directory.
    if (directory_.find("%h") == std::string::npos) {
      const std::error_code error = directories_.make(directory_);
      if (error) return fail("cannot make the directory " + directory_ + ": " + error.message());
      if (::access(directory_.c_str(), W_OK | X_OK) != 0)
        return fail("cannot write to the directory " + directory_ + ": permission denied");
    }
    if (!directory_.ends_with('/')) directory_ += '/';
    return {};
  }

  ExitCode fail(const std::string &problem) {
    messages_.error(problem);
    return ExitCode::failed;
  }

  void say(const std::string &line) { messages_.note(utc_now() + ": " + line); }

  static std::string ranks_text(std::size_t count) { return std::to_string(count) + (count == 1 ? " rank" : " ranks"); }

  ExitCode job_has_ended() {
    say("the job has ended");
    return ExitCode::done;
  }

  // Waits until `time`. Returns true if all targets have ended before.
  bool wait_until(Clock::time_point time) {
    if (ends_) return ends_->wait_until(time);
    std::this_thread::sleep_until(time);
    return false;
  }

  // Looks at the job once. Returns the exit code of the command if no further look is needed.
  std::optional<ExitCode> look(std::vector<Evidence> &evidence) {
    ++looks_;
    const auto end = is_on_nodes_ ? look_on_nodes(evidence) : look_here(evidence);
    if (end && wait_until(Clock::now())) return job_has_ended();
    return end;
  }

  // Returns true for a launcher that has no MPI processes at present, because it will still start them, or because the
  // last ones have ended.
  static bool is_idle_launcher(const std::string &word) {
    const auto pid = mpidbg::whole_number<pid_t>(word);
    return pid && corefile::launcher_kind(corefile::program_name(*pid)) == corefile::LauncherKind::launcher &&
           corefile::processes_started_by(*pid).empty() && !corefile::unreadable_below(*pid);
  }

  // Looks at a job on this node. The targets are opened again for every look, because processes start and end, and load
  // libraries.
  std::optional<ExitCode> look_here(std::vector<Evidence> &evidence) {
    Options rest = options_;
    std::erase_if(rest.targets, is_idle_launcher);
    std::vector<OpenedTarget> targets = open_targets(rest, messages_);
    std::vector<std::string> problems;
    const InspectedTargets job(targets, plugins_);
    look_at_all(targets, options_.jobs, messages_)(job.all(), {questions_, {}}, [&](mqs_shim::RankLook seen) {
      if (seen.end == mqs_shim::LookEnd::failed) problems.push_back(about_target(seen.report));
      evidence.push_back(std::move(seen.evidence));
    });
    if (looks_ != 1 || targets.empty() || problems.size() != targets.size()) return {};
    for (const std::string &problem : problems) messages_.error(problem);
    return ExitCode::failed;
  }

  std::optional<ExitCode> look_on_nodes(std::vector<Evidence> &evidence) {
    const auto job = NodeLooks(options_, messages_).look();
    if (job) {
      failed_looks_ = 0;
      const auto read = job->summary.for_each(
          [&](auto rank) {
            if (is_wanted(rank.report, options_.render.ranks)) evidence.push_back(std::move(rank.evidence));
          },
          mqs_shim::summaries::GroupMembers::left_out);
      if (!read) return fail(read.error().message);
      return {};
    }
    if (looks_ == 1) return fail_on_nodes(job.error(), messages_);
    if (job.error().code == mpidbg::ErrorCode::not_found) return job_has_ended();
    if (++failed_looks_ == most_failed_looks) return fail_on_nodes(job.error(), messages_);
    messages_.warning(job.error().message);
    return {};
  }

  // Writes captures if requested, and then the verdict. If the user ends the job in the meantime, the captures remain
  // as evidence.
  ExitCode explain(const std::vector<Evidence> &evidence) {
    ExitCode of_captures = ExitCode::done;
    if (!directory_.empty()) {
      const StdoutToStderr redirected;
      Options capture = options_;
      capture.verb = Verb::capture;
      capture.output = directory_;
      of_captures = run_capture(capture, messages_);
    }
    Options why = options_;
    why.verb = Verb::report;
    why.noun = mqs_shim::Noun::why;
    why.output.clear();
    const ExitCode verdict = run_why(why, messages_);
    if (verdict == ExitCode::failed && wait_until(Clock::now())) return job_has_ended();
    if (verdict == ExitCode::done) say_what_is_pending(evidence);
    return worse(of_watch(verdict), of_captures);
  }

  void say_what_is_pending(const std::vector<Evidence> &evidence) {
    say("no rank waits for another, and the job has not ended: its ranks compute, or test requests");
    for (const std::string &line : mqs_shim::pending_lines(evidence)) say(line);
  }

  const Options &options_;
  Messages &messages_;
  Plugins plugins_;
  const mqs_shim::Questions questions_{mqs_shim::questions_of(mqs_shim::Noun::why)};
  const bool is_on_nodes_;
  std::string directory_;  // directory for captures; empty if none are made
  MadeDirectories directories_;
  std::optional<corefile::ProcessEnds> ends_;  // not set if the job has no process on this node
  int looks_ = 0, failed_looks_ = 0;           // failed looks since the last successful one
};

}  // namespace

ExitCode run_watch(const Options &options, Messages &messages) {
  return WatchCommand(options, messages).run();
}

}  // namespace command
