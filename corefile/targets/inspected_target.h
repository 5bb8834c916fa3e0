#pragma once
// Adapts a live process, a core file or a capture to the interface InspectedProcess, except for session(), which a
// subclass implements.

#include <optional>
#include <string>
#include <vector>

#include "corefile/targets/opened_target.h"
#include "mqs_shim/look/inspected_process.h"
#include "mqs_shim/look/surroundings.h"

namespace corefile {

class InspectedTarget : public mqs_shim::InspectedProcess {
 public:
  // The target must outlive this object.
  explicit InspectedTarget(OpenedTarget &target) : target_(target) {}

  const std::string &target() const override { return target_.name; }
  void describe(mqs_shim::ProcessReport &report, bool with_state) override;
  std::vector<mqs_shim::ThreadStatus> thread_statuses() override;
  void ask_kernel() override;
  void forget_kernel() override { kept_.reset(); }
  Status hold() override;
  void resume() override { target_.process->resume(); }
  bool may_be_let_go() override;
  void wait_for_tracers() override;
  Result<std::vector<mqs_shim::MpiStack>> stacks() override;
  std::optional<std::vector<mqs_shim::SocketRecord>> sockets() override;
  int timer_signal() override { return target_.process ? target_.process->timer_signal() : 0; }
  void name_frames(mqs_shim::MpiStack &stack, mqs_shim::NamedFrames which) override;
  void name_last_calls(mqs_shim::ProcessReport &report) override;
  bool end_look(mqs_shim::ProcessReport &report) override;
  std::optional<mqs_shim::RecordedLooks> recorded_looks() override;
  void show_recorded_look(bool first) override { target_.process->show_first_look(first); }

 protected:
  OpenedTarget &opened() const { return target_; }
  // Returns facts about the process that do not come from the plugin: its rank if its environment contains it, its
  // program, and warnings.
  virtual mqs_shim::Surroundings surroundings() const;
  // If the process has ended while it was inspected, adds that to the report's error and returns true; otherwise
  // returns false.
  bool correct_error(mqs_shim::ProcessReport &report) const;

 private:
  // States of the process and its threads in the kernel, which have to be read before the process is held.
  struct KernelView {
    mqs_shim::KernelState state = mqs_shim::KernelState::unknown;
    std::vector<mqs_shim::ThreadStatus> threads;
  };

  OpenedTarget &target_;
  std::optional<KernelView> kept_;
};

// Fills in `target`, `pid`, `host` and `is_core` of the report.
void add_names(mqs_shim::ProcessReport &report, const OpenedTarget &target);

// Returns the error for a target that cannot be inspected, with the reason `problem`.
Error cannot_be_inspected(std::string problem);

}  // namespace corefile
