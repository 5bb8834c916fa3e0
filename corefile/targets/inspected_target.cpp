#include "corefile/targets/inspected_target.h"

#include <cerrno>
#include <chrono>
#include <csignal>
#include <utility>

#include "corefile/mpi/mpi_stacks.h"
#include "corefile/process/other_tracer.h"
#include "corefile/targets/socket_records.h"

namespace corefile {

namespace {

using mqs_shim::KernelState;
using mqs_shim::ProcessReport;

constexpr std::chrono::milliseconds to_be_seen{100};  // time until /proc shows that a tracer has come or gone

// Returns the state of the process in the kernel; unknown if the caller is a debugger that holds the process itself. If
// another mpidbg holds the process, waits until it is released. Must not be called while we hold any process.
KernelState kernel_state_of(pid_t pid) {
  if (is_traced_by_this_thread(pid)) return KernelState::unknown;
  const auto start = std::chrono::steady_clock::now();
  for (;;) {
    const KernelState state = kernel_state(pid);
    if (state != KernelState::traced) return state;
    const auto tracer = other_tracer_of_main_thread(pid);
    if (std::chrono::steady_clock::now() - start >= (tracer ? patience_with(*tracer) : to_be_seen)) return state;
    wait_for_tracers();
  }
}

bool is_gone(const OpenedTarget &target) {
  return target.pid != 0 && ::kill(target.pid, 0) != 0 && errno == ESRCH;
}

}  // namespace

void add_names(ProcessReport &report, const OpenedTarget &target) {
  report.target = target.name;
  report.pid = target.process ? target.process->pid() : target.pid;
  report.host = target.identity.host;
  report.environment_job = target.identity.job;
  report.is_core = target.process && !target.process->is_live();
}

Error cannot_be_inspected(std::string problem) {
  return {ErrorCode::system, std::move(problem)};
}

void InspectedTarget::describe(ProcessReport &report, bool with_state) {
  add_names(report, target_);
  if (!with_state) return;
  if (target_.pid != 0) report.state = kept_ ? kept_->state : kernel_state_of(target_.pid);
  if (target_.process && (report.is_core || target_.process->is_capture())) report.state = target_.process->state();
}

std::vector<mqs_shim::ThreadStatus> InspectedTarget::thread_statuses() {
  if (kept_) return kept_->threads;
  if (!target_.process) return {};
  const bool is_unknown = kernel_state_of(target_.pid) == KernelState::unknown;
  std::vector<mqs_shim::ThreadStatus> statuses = target_.process->thread_statuses();
  if (is_unknown)
    for (mqs_shim::ThreadStatus &status : statuses) status.state = KernelState::unknown;
  return statuses;
}

void InspectedTarget::ask_kernel() {
  kept_.emplace(KernelView{kernel_state_of(target_.pid), {}});
  if (target_.process) kept_->threads = target_.process->thread_statuses();
}

Status InspectedTarget::hold() {
  return target_.process ? target_.process->stop() : cannot_be_inspected(target_.problem);
}

bool InspectedTarget::may_be_let_go() {
  const auto tracer = other_tracer_of_any_thread(target_.pid);
  return !tracer || patience_with(*tracer).count() != 0;
}

void InspectedTarget::wait_for_tracers() {
  corefile::wait_for_tracers();
}

Result<std::vector<mqs_shim::MpiStack>> InspectedTarget::stacks() {
  return mpi_stacks(*target_.process);
}

std::optional<std::vector<mqs_shim::SocketRecord>> InspectedTarget::sockets() {
  const auto sockets = target_.process ? target_.process->sockets() : std::nullopt;
  if (!sockets) return std::nullopt;
  return to_records(*sockets);
}

void InspectedTarget::name_frames(mqs_shim::MpiStack &stack, mqs_shim::NamedFrames which) {
  corefile::name_frames(stack, *target_.process, which);
}

void InspectedTarget::name_last_calls(ProcessReport &report) {
  corefile::name_last_calls(report, *target_.process);
}

mqs_shim::Surroundings InspectedTarget::surroundings() const {
  mqs_shim::Surroundings known;
  known.world_rank = target_.identity.world_rank;
  known.world_size = target_.identity.world_size;
  if (!target_.process) return known;
  if (const auto &modules = target_.process->modules(); !modules.empty())
    known.program = modules.front().path.substr(modules.front().path.rfind('/') + 1);
  known.warnings = target_.process->warnings();
  if (std::string crash = crash_sentence(*target_.process); !crash.empty()) known.warnings.push_back(std::move(crash));
  known.gaps = target_.process->problems();
  return known;
}

bool InspectedTarget::end_look(ProcessReport &report) {
  add_surroundings(report, surroundings());
  return correct_error(report);
}

bool InspectedTarget::correct_error(ProcessReport &report) const {
  if (target_.pid == 0 || report.error.empty()) return false;
  // The process may have ended, and become a zombie, since its state was read.
  if (report.state != KernelState::unknown) report.state = kernel_state(target_.pid);
  if (!target_.process || !is_gone(target_)) return false;
  report.error = target_.name + " ended while it was being inspected (" + report.error + ")";
  return true;
}

std::optional<mqs_shim::RecordedLooks> InspectedTarget::recorded_looks() {
  const auto looks = target_.process ? target_.process->looks() : std::nullopt;
  if (!looks) return std::nullopt;
  return mqs_shim::RecordedLooks{looks->boot, looks->first, looks->second};
}

}  // namespace corefile
