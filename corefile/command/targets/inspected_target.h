#pragma once
// A target of the command as a process that is looked at: a live process, a core file or a capture.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "corefile/command/targets/loaded_plugins.h"
#include "corefile/command/targets/targets.h"
#include "corefile/targets/process_target.h"
#include "mqs_shim/look/inspected_process.h"

namespace command {

class InspectedTarget : public mqs_shim::InspectedProcess {
 public:
  // Both must outlive it.
  InspectedTarget(OpenedTarget &target, Plugins &plugins) : target_(target), plugins_(plugins) {}

  const std::string &target() const override { return target_.name; }
  void describe(mqs_shim::ProcessReport &report, bool with_state) override;
  // A session for each look, so that of a thousand processes one is open at a time.
  mpidbg::Result<mqs_shim::Session *> session() override;
  std::vector<mqs_shim::ThreadStatus> thread_statuses() override;
  void ask_kernel() override;
  void forget_kernel() override { kept_.reset(); }
  mpidbg::Status hold() override;
  void resume() override { target_.process->resume(); }
  bool may_be_let_go() override;
  void wait_for_tracers() override;
  mpidbg::Result<std::vector<mqs_shim::MpiStack>> stacks() override;
  std::optional<std::vector<mqs_shim::SocketRecord>> sockets() override;
  void name_frames(mqs_shim::MpiStack &stack, mqs_shim::NamedFrames which) override;
  void name_last_calls(mqs_shim::ProcessReport &report) override;
  bool end_look(mqs_shim::ProcessReport &report) override;
  std::optional<mqs_shim::RecordedLooks> recorded_looks() override;
  void show_recorded_look(bool first) override { target_.process->show_first_look(first); }

 private:
  // The states that the kernel has for a process and its threads. They can only be asked for before it is held.
  struct KernelView {
    mqs_shim::KernelState state = mqs_shim::KernelState::unknown;
    std::vector<mqs_shim::ThreadStatus> threads;
  };

  OpenedTarget &target_;
  Plugins &plugins_;
  std::unique_ptr<corefile::ProcessTarget> memory_;
  std::unique_ptr<mqs_shim::Session> session_;
  std::optional<KernelView> kept_;
};

// The targets in their order, for a look at all of them.
class InspectedTargets {
 public:
  InspectedTargets(std::vector<OpenedTarget> &targets, Plugins &plugins);

  const std::vector<mqs_shim::InspectedProcess *> &all() const { return all_; }

 private:
  std::vector<std::unique_ptr<InspectedTarget>> targets_;
  std::vector<mqs_shim::InspectedProcess *> all_;
};

// The places of the calls that the recorder has noted.
void name_last_calls(const corefile::Process &process, mqs_shim::ProcessReport &report);

// The report on a process that could not be inspected: its names, and the problem as its error.
mqs_shim::ProcessReport not_inspected(const OpenedTarget &target, const std::string &problem);

}  // namespace command
