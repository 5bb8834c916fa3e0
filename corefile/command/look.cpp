#include "corefile/command/look.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <utility>

#include "corefile/capture/capture_image.h"
#include "corefile/command/module_files.h"
#include "corefile/command/stack_questions.h"
#include "corefile/command/workers.h"
#include "corefile/elf/shrunk_file.h"
#include "corefile/mpi/mpi_stacks.h"
#include "corefile/targets/process_target.h"
#include "corefile/targets/socket_records.h"
<<<<<<< ours
#include "mqs_shim/job/why/evidence/rank_evidence.h"
=======
#include "mqs_shim/job/why/rank_evidence.h"
>>>>>>> theirs
#include "mqs_shim/render/render.h"
#include "mqs_shim/session/session.h"
#include "mqs_shim/stacks/thread_records.h"
#include "mqs_shim/stacks/thread_stacks.h"

namespace command {

namespace {

using mqs_shim::Noun;
using mqs_shim::ProcessReport;

bool is_gone(const OpenedTarget &target) {
  return target.pid != 0 && ::kill(target.pid, 0) != 0 && errno == ESRCH;
}

// Held still until the scope ends.
class Stopped {
 public:
  explicit Stopped(corefile::Process &process) : process_(process), status_(process.stop()) {}
  ~Stopped() { process_.resume(); }
  Stopped(const Stopped &) = delete;
  Stopped &operator=(const Stopped &) = delete;

  const mpidbg::Status &status() const { return status_; }

 private:
  corefile::Process &process_;
  mpidbg::Status status_;
};

// What the plugin left open, from the environment.
void complete(ProcessReport &report, const OpenedTarget &target) {
  if (report.world_rank < 0) report.world_rank = target.identity.world_rank.value_or(-1);
  if (report.world_size < 0) report.world_size = target.identity.world_size.value_or(-1);
  if (report.world_size >= 0 && report.world_rank >= report.world_size) {
    report.add_gap("it says that it is rank " + std::to_string(report.world_rank) + " of " +
                   std::to_string(report.world_size) + ", which cannot be: the number of ranks is not known");
    report.world_size = -1;
  }
  if (!target.process) return;
  if (const auto &modules = target.process->modules(); !modules.empty())
    report.program = modules.front().path.substr(modules.front().path.rfind('/') + 1);
  std::vector<std::string> warnings = target.process->warnings();
  if (std::string crash = corefile::crash_sentence(*target.process); !crash.empty())
    warnings.push_back(std::move(crash));
  for (std::string &warning : file_warnings(*target.process)) warnings.push_back(std::move(warning));
  warnings.insert(warnings.end(), report.warnings.begin(), report.warnings.end());
  report.warnings = std::move(warnings);
  for (const std::string &problem : target.process->problems()) report.add_gap(problem);
}

ExitCode fail(ProcessReport &report, const mpidbg::Error &error, ExitCode code) {
  report.error = error.message;
  return error.code == mpidbg::ErrorCode::system ? ExitCode::failed : code;
}

// Source lines are read of what the noun shows.
mqs_shim::NamedFrames named_frames(Noun noun, bool all) {
  if (noun == Noun::why) return mqs_shim::NamedFrames::program;  // to tell where the ways of ranks part
  if (noun == Noun::stacks) return all ? mqs_shim::NamedFrames::all : mqs_shim::NamedFrames::program;
  return noun == Noun::ranks ? mqs_shim::NamedFrames::site : mqs_shim::NamedFrames::none;
}

}  // namespace

void name_last_calls(const corefile::Process &process, ProcessReport &report) {
  if (!report.recorder) return;
  for (mqs_shim::RecordedThreadRecord &thread : report.recorder->threads) {
    for (mqs_shim::RecordedCallRecord &call : thread.last_calls) {
      corefile::Frame frame;
      frame.pc = call.site;
      frame.returns = true;
      const std::vector<corefile::SourcePlace> places = process.source_places(frame);
      if (places.empty()) continue;
      call.function = places.front().function;
      call.file = places.front().file;
      call.line = places.front().line;
    }
  }
}

namespace {

ExitCode ask(OpenedTarget &target, Noun noun, bool all, const mqs_shim::Questions &questions, Plugins &plugins,
             const KernelView *held, ProcessReport &report) {
  corefile::Process &process = *target.process;
  corefile::ProcessTarget memory(process);
  auto plugin = plugins.plugin_for(memory);
  if (!plugin) return fail(report, plugin.error(), ExitCode::failed);

  mqs_shim::SessionOptions options;
  options.image_name = target.name;
  options.capture_output = true;
  auto session = mqs_shim::Session::open(**plugin, memory, options);
  if (!session) {
    // Set up while the process runs, so that it is held for less long; one that changes the inspected data meanwhile is
    // held.
    const Stopped stopped(process);
    if (!stopped.status()) return fail(report, stopped.status().error(), ExitCode::failed);
    session = mqs_shim::Session::open(**plugin, memory, options);
  }
  if (!session) {
    mpidbg::Error error = session.error();
    // Another maker's plugin says what it looked for, which this command cannot know.
    const bool is_of_another = !(*plugin)->dialect().extended;
    if (const std::string reason = why_no_library(process); !reason.empty())
      error.message = is_of_another ? error.message + "; " + reason : reason;
    return fail(report, error, ExitCode::not_enough);
  }

  process.prepare_stacks();
  const mqs_shim::NamedFrames named = named_frames(noun, all);
  // Costs a file for each thread.
  std::vector<corefile::ThreadStatus> statuses;
  if (named != mqs_shim::NamedFrames::none && held == nullptr) kernel_state_of(target.pid);
  if (named != mqs_shim::NamedFrames::none) statuses = held != nullptr ? held->threads : process.thread_statuses();
  std::vector<mqs_shim::MpiStack> stacks;
  mpidbg::Status read;
  std::string stacks_problem;
  {
    Stopped stopped(process);
    if (!stopped.status()) return fail(report, stopped.status().error(), ExitCode::failed);
    auto of_threads = corefile::mpi_stacks(process);
    mqs_shim::Questions wanted = questions;
    if (of_threads) add_stacks(noun, *of_threads, wanted);
    read = (*session)->read(wanted, report);
    if (noun == Noun::why) {
      if (const auto sockets = process.sockets()) report.sockets = corefile::to_records(*sockets);
    }
    if (of_threads) {
      stacks = std::move(*of_threads);
    } else {
      stacks_problem = of_threads.error().message;
    }
  }
  std::vector<mqs_shim::ThreadRecord> threads;
  for (mqs_shim::MpiStack &stack : stacks) {
    corefile::name_frames(stack, process, named);
    threads.push_back(mqs_shim::to_record(std::move(stack)));
  }
  // The kernel lists the thread first that a core is of.
  const auto main_thread = static_cast<std::uint64_t>(process.pid());
  std::stable_sort(threads.begin(), threads.end(), [&](const auto &a, const auto &b) {
    return std::pair(a.tid != main_thread, a.tid) < std::pair(b.tid != main_thread, b.tid);
  });
  if (noun == Noun::why) name_last_calls(process, report);
  mqs_shim::add_statuses(threads, statuses);
  mqs_shim::attach_threads(report, std::move(threads));
  ExitCode code = ExitCode::done;
  if (!read) {
    // An object that does not exist is a failure, not something that cannot be seen.
    const bool absent = noun == Noun::show && read.error().code == mpidbg::ErrorCode::not_found;
    code = fail(report, read.error(), absent ? ExitCode::failed : ExitCode::not_enough);
  }
  if (!stacks_problem.empty()) {
    report.warnings.push_back("the stacks cannot be read: " + stacks_problem);
    if (noun == Noun::ranks || noun == Noun::stacks) code = worse(code, ExitCode::not_enough);
  }
  return code;
}

}  // namespace

std::string about_target(const ProcessReport &report) {
  const bool named = report.error.find(report.target) != std::string::npos;
  return named ? report.error : report.target + ": " + report.error;
}

Look look_at(OpenedTarget &target, Noun noun, bool all, const mqs_shim::Questions &questions, Plugins &plugins,
             const KernelView *held) {
  Look look;
  ProcessReport &report = look.report;
  report.target = target.name;
  report.pid = target.pid;
  report.host = target.identity.host;
  report.environment_job = target.identity.job;
  if (target.pid != 0 && named_frames(noun, all) != mqs_shim::NamedFrames::none)
    report.state = held != nullptr ? held->state : kernel_state_of(target.pid);
  if (target.process) {
    report.pid = target.process->pid();
    report.is_core = !target.process->is_live();
    if ((report.is_core || target.process->is_capture()) && named_frames(noun, all) != mqs_shim::NamedFrames::none)
      report.state = target.process->state();
    look.code = ask(target, noun, all, questions, plugins, held, report);
  } else {
    report.error = target.problem;
    look.code = ExitCode::failed;
  }
  complete(report, target);
  // A live one may have ended, and become a zombie, since it was asked.
  if (target.pid != 0 && report.state != mqs_shim::KernelState::unknown && !report.error.empty())
    report.state = corefile::kernel_state(target.pid);
  if (target.process && !report.error.empty() && is_gone(target)) {
    report.error = target.name + " ended while it was being inspected (" + report.error + ")";
    look.code = ExitCode::failed;
  }
  if (look.code == ExitCode::done && !mqs_shim::first_limit(report, noun).empty()) look.code = ExitCode::not_enough;
  return look;
}

namespace {

// Fewer are looked at before processes are made for it.
constexpr std::size_t worth_workers = 8;

mqs_shim::summaries::RankSummary to_summary(Look look) {
  mqs_shim::summaries::RankSummary rank;
  rank.evidence = mqs_shim::why::rank_evidence(look.report);
  rank.report = std::move(look.report);
  rank.code = static_cast<int>(look.code);
  return rank;
}

// A process of which nothing came.
Look not_inspected(const OpenedTarget &target, const std::string &problem) {
  OpenedTarget failed;
  failed.name = target.name;
  failed.pid = target.pid;
  failed.identity = target.identity;
  failed.problem = problem;
  Look look;
  ProcessReport &report = look.report;
  report.target = target.name;
  report.pid = target.process ? target.process->pid() : target.pid;
  report.host = target.identity.host;
  report.environment_job = target.identity.job;
  report.is_core = target.process && !target.process->is_live();
  report.error = problem;
  complete(report, failed);
  look.code = ExitCode::failed;
  return look;
}

}  // namespace

void look_at_all(std::vector<OpenedTarget> &targets, const mqs_shim::Questions &questions, Plugins &plugins,
                 const HeldTogether &held, unsigned jobs, Messages &messages,
                 const std::function<void(Evidenced)> &take) {
  const auto look = [&](std::size_t i) {
    auto summary =
        to_summary(look_at(targets[i], mqs_shim::Noun::why, false, questions, plugins, held.find(targets[i])));
    // All of them stay open, for there may be a second look.
    if (const auto *capture = dynamic_cast<const corefile::CaptureImage *>(targets[i].process.get()))
      capture->release_memory();
    return summary;
  };
  const auto look_here = [&](std::size_t i) {
    messages.progress(targets[i].name, i, targets.size());
    take({look(i), held.find(targets[i]) != nullptr});
  };
  if (jobs == 0) jobs = usable_processors();
  const bool alone = jobs <= 1 || targets.size() < worth_workers || held.holds_any();
  for (std::size_t i = 0; alone && i < targets.size(); ++i) look_here(i);
  if (!alone) {
    // The symbols of its libraries, which the others have, too, are read before there are several to read them.
    const auto known = std::find_if(targets.begin(), targets.end(),
                                    [](const OpenedTarget &target) { return target.process != nullptr; });
    if (known != targets.end()) known->process->find_symbol("MPI_Init", corefile::SymbolKind::function);
    WorkLimits limits;
    limits.workers = jobs;
    work_in_processes(
        targets.size(), limits,
        [&](std::size_t i) {
          std::string answer = mqs_shim::summaries::pack(look(i));
          answer += corefile::has_shrunk_file() ? '1' : '0';
          return answer;
        },
        [&](std::size_t i, WorkResult result) {
          messages.progress(targets[i].name, i, targets.size());
          if (!result.bytes.empty() && result.bytes.back() == '1') corefile::note_shrunk_file();
          if (!result.bytes.empty()) result.bytes.pop_back();
          auto rank = result.problem.empty() ? mqs_shim::summaries::unpack(result.bytes)
                                             : mpidbg::Error{mpidbg::ErrorCode::system, result.problem};
          take({rank ? std::move(*rank) : to_summary(not_inspected(targets[i], rank.error().message)), false});
        });
  }
  messages.clear_progress();
}

}  // namespace command
