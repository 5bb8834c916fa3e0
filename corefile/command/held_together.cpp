#include "corefile/command/held_together.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "corefile/process/other_tracer.h"

namespace command {

namespace {

constexpr std::chrono::seconds to_hold_all{2};
constexpr std::chrono::milliseconds to_be_seen{100};  // a tracer that has just come or gone

}  // namespace

corefile::KernelState kernel_state_of(pid_t pid) {
  const auto start = std::chrono::steady_clock::now();
  for (;;) {
    const corefile::KernelState state = corefile::kernel_state(pid);
    if (state != corefile::KernelState::traced) return state;
    const auto tracer = corefile::other_tracer_of_main_thread(pid);
    if (std::chrono::steady_clock::now() - start >= (tracer ? corefile::patience_with(*tracer) : to_be_seen))
      return state;
    corefile::wait_for_tracers();
  }
}

KernelView::KernelView(const OpenedTarget &target) : state(kernel_state_of(target.pid)) {
  if (target.process) threads = target.process->thread_statuses();
}

HeldTogether::HeldTogether(std::vector<OpenedTarget> &targets, const std::vector<std::string> &names) {
  const auto start = std::chrono::steady_clock::now();
  while (!hold(targets, names)) {
    // Another mpidbg may wait for those that are held.
    let_go();
    if (std::chrono::steady_clock::now() - start >= to_hold_all) return;
    corefile::wait_for_tracers();
  }
}

bool HeldTogether::hold(std::vector<OpenedTarget> &targets, const std::vector<std::string> &names) {
  std::vector<std::pair<OpenedTarget *, KernelView>> wanted;
  for (OpenedTarget &target : targets) {
    if (target.process && std::find(names.begin(), names.end(), target.name) != names.end())
      wanted.emplace_back(&target, KernelView(target));
  }
  for (auto &[target, view] : wanted) {
    if (const auto stopped = target->process->stop()) {
      held_.emplace(target, std::move(view));
    } else if (stopped.error().code == mpidbg::ErrorCode::unavailable) {
      const auto tracer = corefile::other_tracer_of_any_thread(target->pid);
      if (!tracer || corefile::patience_with(*tracer).count() != 0) return false;
    }
  }
  return true;
}

void HeldTogether::let_go() {
  for (const auto &[target, view] : held_) target->process->resume();
  held_.clear();
}

const KernelView *HeldTogether::find(const OpenedTarget &target) const {
  const auto found = held_.find(&target);
  return found == held_.end() ? nullptr : &found->second;
}

}  // namespace command
