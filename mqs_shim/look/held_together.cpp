#include "mqs_shim/look/held_together.h"

#include <algorithm>
#include <chrono>

namespace mqs_shim {

namespace {

constexpr std::chrono::seconds to_hold_all{2};

}  // namespace

HeldTogether::HeldTogether(std::span<InspectedProcess *const> job, const std::vector<std::string> &names) {
  if (names.empty()) return;
  for (InspectedProcess *const process : job)
    if (std::find(names.begin(), names.end(), process->target()) != names.end()) wanted_.push_back(process);
  const auto start = std::chrono::steady_clock::now();
  while (!hold()) {
    // Releases the processes that are held so far, because another mpidbg may be waiting for them.
    let_go();
    if (std::chrono::steady_clock::now() - start >= to_hold_all) return;
    wanted_.front()->wait_for_tracers();
  }
}

bool HeldTogether::hold() {
  for (InspectedProcess *const process : wanted_) process->ask_kernel();
  for (InspectedProcess *const process : wanted_) {
    const Status held = process->hold();
    if (held) {
      held_.push_back(process);
    } else if (held.error().code == ErrorCode::unavailable && process->may_be_let_go()) {
      return false;
    } else {
      process->forget_kernel();
    }
  }
  return true;
}

void HeldTogether::let_go() {
  for (InspectedProcess *const process : held_) process->resume();
  for (InspectedProcess *const process : wanted_) process->forget_kernel();
  held_.clear();
}

bool HeldTogether::holds(const InspectedProcess &process) const {
  return std::find(held_.begin(), held_.end(), &process) != held_.end();
}

}  // namespace mqs_shim
