#include "corefile/command/targets/inspected_target.h"

#include <cerrno>
#include <chrono>
#include <csignal>
#include <utility>

#include "corefile/command/targets/module_files.h"
#include "corefile/mpi/mpi_stacks.h"
#include "corefile/process/other_tracer.h"
#include "corefile/targets/socket_records.h"

namespace command {

namespace {

using mqs_shim::KernelState;
using mqs_shim::ProcessReport;
using mqs_shim::Session;

constexpr std::chrono::milliseconds to_be_seen{100};  // a tracer that has just come or gone

// The state when no other mpidbg holds the process, for which it waits. Not to be called while we hold any.
KernelState kernel_state_of(pid_t pid) {
  const auto start = std::chrono::steady_clock::now();
  for (;;) {
    const KernelState state = corefile::kernel_state(pid);
    if (state != KernelState::traced) return state;
    const auto tracer = corefile::other_tracer_of_main_thread(pid);
    if (std::chrono::steady_clock::now() - start >= (tracer ? corefile::patience_with(*tracer) : to_be_seen))
      return state;
    corefile::wait_for_tracers();
  }
}

bool is_gone(const OpenedTarget &target) {
  return target.pid != 0 && ::kill(target.pid, 0) != 0 && errno == ESRCH;
}

mpidbg::Error cannot_be_inspected(std::string problem) {
  return {mpidbg::ErrorCode::system, std::move(problem)};
}

// Adds from the environment what the plugin left open.
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

void add_names(ProcessReport &report, const OpenedTarget &target) {
  report.target = target.name;
  report.pid = target.process ? target.process->pid() : target.pid;
  report.host = target.identity.host;
  report.environment_job = target.identity.job;
  report.is_core = target.process && !target.process->is_live();
}

}  // namespace

void InspectedTarget::describe(ProcessReport &report, bool with_state) {
  add_names(report, target_);
  if (!with_state) return;
  if (target_.pid != 0) report.state = kept_ ? kept_->state : kernel_state_of(target_.pid);
  if (target_.process && (report.is_core || target_.process->is_capture())) report.state = target_.process->state();
}

mpidbg::Result<Session *> InspectedTarget::session() {
  if (!target_.process) return cannot_be_inspected(target_.problem);
  corefile::Process &process = *target_.process;
  memory_ = std::make_unique<corefile::ProcessTarget>(process);
  auto plugin = plugins_.plugin_for(*memory_);
  if (!plugin) return cannot_be_inspected(plugin.error().message);
  mqs_shim::SessionOptions options;
  options.image_name = target_.name;
  options.capture_output = true;
  auto session = Session::open(**plugin, *memory_, options);
  if (!session) {
    // Set up while the process runs, so that it is held for less long; one that changes the inspected data meanwhile is
    // held.
    if (const auto held = hold(); !held) return cannot_be_inspected(held.error().message);
    session = Session::open(**plugin, *memory_, options);
    resume();
  }
  if (!session) {
    mpidbg::Error error = session.error();
    // Another maker's plugin says what it looked for, which this command cannot know.
    const bool is_of_another = !(*plugin)->dialect().extended;
    if (const std::string reason = why_no_library(process); !reason.empty())
      error.message = is_of_another ? error.message + "; " + reason : reason;
    return error;
  }
  session_ = std::move(*session);
  process.prepare_stacks();
  return session_.get();
}

std::vector<mqs_shim::ThreadStatus> InspectedTarget::thread_statuses() {
  if (kept_) return kept_->threads;
  kernel_state_of(target_.pid);
  return target_.process->thread_statuses();
}

void InspectedTarget::ask_kernel() {
  kept_.emplace(KernelView{kernel_state_of(target_.pid), {}});
  if (target_.process) kept_->threads = target_.process->thread_statuses();
}

mpidbg::Status InspectedTarget::hold() {
  return target_.process ? target_.process->stop() : cannot_be_inspected(target_.problem);
}

bool InspectedTarget::may_be_let_go() {
  const auto tracer = corefile::other_tracer_of_any_thread(target_.pid);
  return !tracer || corefile::patience_with(*tracer).count() != 0;
}

void InspectedTarget::wait_for_tracers() {
  corefile::wait_for_tracers();
}

mpidbg::Result<std::vector<mqs_shim::MpiStack>> InspectedTarget::stacks() {
  return corefile::mpi_stacks(*target_.process);
}

std::optional<std::vector<mqs_shim::SocketRecord>> InspectedTarget::sockets() {
  const auto sockets = target_.process->sockets();
  if (!sockets) return std::nullopt;
  return corefile::to_records(*sockets);
}

void InspectedTarget::name_frames(mqs_shim::MpiStack &stack, mqs_shim::NamedFrames which) {
  corefile::name_frames(stack, *target_.process, which);
}

void InspectedTarget::name_last_calls(ProcessReport &report) {
  command::name_last_calls(*target_.process, report);
}

bool InspectedTarget::end_look(ProcessReport &report) {
  session_.reset();
  memory_.reset();
  complete(report, target_);
  if (target_.pid == 0 || report.error.empty()) return false;
  // A live one may have ended, and become a zombie, since it was asked.
  if (report.state != KernelState::unknown) report.state = corefile::kernel_state(target_.pid);
  if (!target_.process || !is_gone(target_)) return false;
  report.error = target_.name + " ended while it was being inspected (" + report.error + ")";
  return true;
}

std::optional<mqs_shim::RecordedLooks> InspectedTarget::recorded_looks() {
  const auto looks = target_.process ? target_.process->looks() : std::nullopt;
  if (!looks) return std::nullopt;
  return mqs_shim::RecordedLooks{looks->boot, looks->first, looks->second};
}

InspectedTargets::InspectedTargets(std::vector<OpenedTarget> &targets, Plugins &plugins) {
  for (OpenedTarget &target : targets) {
    targets_.push_back(std::make_unique<InspectedTarget>(target, plugins));
    all_.push_back(targets_.back().get());
  }
}

void name_last_calls(const corefile::Process &process, ProcessReport &report) {
  if (!report.recorder) return;
  for (mqs_shim::RecordedThreadRecord &thread : report.recorder->threads) {
    for (mqs_shim::RecordedCallRecord &call : thread.last_calls) {
      mqs_shim::Frame frame;
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

ProcessReport not_inspected(const OpenedTarget &target, const std::string &problem) {
  ProcessReport report;
  add_names(report, target);
  report.error = problem;
  OpenedTarget without_process;
  without_process.identity = target.identity;
  complete(report, without_process);
  return report;
}

}  // namespace command
