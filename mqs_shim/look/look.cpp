#include "mqs_shim/look/look.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "mqs_shim/look/nonblocking_names.h"
#include "mqs_shim/look/stack_questions.h"
#include "mqs_shim/stacks/thread_records.h"
#include "mqs_shim/stacks/thread_stacks.h"

namespace mqs_shim {

namespace {

// Holds a process until the end of the scope.
class Held {
 public:
  explicit Held(InspectedProcess &process) : process_(process), status_(process.hold()) {}
  ~Held() {
    if (status_) process_.resume();
  }
  Held(const Held &) = delete;
  Held &operator=(const Held &) = delete;

  const Status &status() const { return status_; }

 private:
  InspectedProcess &process_;
  Status status_;
};

// Selects the frames that get source lines: only those that the noun shows.
NamedFrames named_frames(Noun noun, const LookOptions &options) {
  if (!options.stacks) return NamedFrames::none;
  if (noun == Noun::why) return NamedFrames::program;  // to show where the paths of ranks part
  if (noun == Noun::stacks) return options.all_frames ? NamedFrames::all : NamedFrames::program;
  return noun == Noun::ranks ? NamedFrames::site : NamedFrames::none;
}

LookEnd fail(ProcessReport &report, const Error &error, LookEnd end) {
  report.error = error.message;
  return error.code == ErrorCode::system ? LookEnd::failed : end;
}

void sort_main_thread_first(std::vector<ThreadRecord> &threads, const ProcessReport &report) {
  const auto main_thread = static_cast<std::uint64_t>(report.pid);
  std::stable_sort(threads.begin(), threads.end(), [&](const auto &a, const auto &b) {
    return std::pair(a.tid != main_thread, a.tid) < std::pair(b.tid != main_thread, b.tid);
  });
}

LookEnd ask(InspectedProcess &process, Noun noun, const Questions &questions, const LookOptions &options,
            ProcessReport &report) {
  const auto session = process.session();
  if (!session) return fail(report, session.error(), LookEnd::not_enough);
  const NamedFrames named = named_frames(noun, options);
  // Reading the status opens a file for each thread.
  std::vector<ThreadStatus> statuses;
  if (named != NamedFrames::none) statuses = process.thread_statuses();
  if (noun == Noun::why) report.timer_signal = process.timer_signal();
  std::vector<MpiStack> stacks;
  Status read;
  std::string stacks_problem;
  {
    const Held held(process);
    if (!held.status()) return fail(report, held.status().error(), LookEnd::failed);
    Questions wanted = questions;
    if (options.stacks) {
      auto of_threads = process.stacks();
      if (of_threads) {
        stacks = std::move(*of_threads);
        add_stacks(noun, stacks, wanted);
      } else {
        stacks_problem = of_threads.error().message;
      }
    }
    read = (*session)->read(wanted, report);
    if (noun == Noun::why) name_nonblocking_collectives(**session, stacks, report);
  }
  if (noun == Noun::why && options.sockets) report.sockets = process.sockets();
  std::vector<ThreadRecord> threads;
  for (MpiStack &stack : stacks) {
    process.name_frames(stack, named);
    threads.push_back(to_record(std::move(stack)));
  }
  sort_main_thread_first(threads, report);
  if (noun == Noun::why) process.name_last_calls(report);
  add_statuses(threads, statuses);
  if (options.stacks) attach_threads(report, std::move(threads));
  LookEnd end = LookEnd::done;
  if (!read) {
    const bool absent = noun == Noun::show && read.error().code == ErrorCode::not_found;
    end = fail(report, read.error(), absent ? LookEnd::failed : LookEnd::not_enough);
  }
  if (!stacks_problem.empty()) {
    report.warnings.push_back("the stacks cannot be read: " + stacks_problem);
    if (noun == Noun::ranks || noun == Noun::stacks) end = std::max(end, LookEnd::not_enough);
  }
  return end;
}

}  // namespace

Look look_at(InspectedProcess &process, Noun noun, const Questions &questions, const LookOptions &options) {
  Look look;
  process.describe(look.report, named_frames(noun, options) != NamedFrames::none);
  look.end = ask(process, noun, questions, options, look.report);
  if (process.end_look(look.report)) look.end = LookEnd::failed;
  return look;
}

}  // namespace mqs_shim
