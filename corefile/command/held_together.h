#pragma once
// Processes that are held still together, and what the kernel says of a process, which can only be asked before it is
// held.

#include <map>
#include <string>
#include <vector>

#include "corefile/command/targets.h"
#include "corefile/process/thread_status.h"

namespace command {

// What the kernel says of a process when no other mpidbg holds it, for which it waits. Not to be called while we hold
// any.
corefile::KernelState kernel_state_of(pid_t pid);

struct KernelView {
  explicit KernelView(const OpenedTarget &target);

  corefile::KernelState state = corefile::KernelState::unknown;
  std::vector<corefile::ThreadStatus> threads;
};

// Some of the targets, all held still together until the end of the scope; none while another mpidbg does not let one
// of them go.
class HeldTogether {
 public:
  // `names`: of the targets.
  HeldTogether(std::vector<OpenedTarget> &targets, const std::vector<std::string> &names);
  ~HeldTogether() { let_go(); }
  HeldTogether(const HeldTogether &) = delete;
  HeldTogether &operator=(const HeldTogether &) = delete;

  bool holds_any() const { return !held_.empty(); }
  // The stopped process of a target. Null if the target is not held, or could not be stopped.
  const KernelView *find(const OpenedTarget &target) const;

 private:
  bool hold(std::vector<OpenedTarget> &targets, const std::vector<std::string> &names);
  void let_go();

  std::map<const OpenedTarget *, KernelView> held_;
};

}  // namespace command
