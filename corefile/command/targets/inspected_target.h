#pragma once
// Adapts a target of the command (live process, core file or capture) to the interface InspectedProcess.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "corefile/command/targets/loaded_plugins.h"
#include "corefile/command/targets/targets.h"
#include "corefile/targets/process_target.h"
#include "mqs_shim/look/inspected_process.h"

namespace command {

// All functions are documented in mqs_shim/look/inspected_process.h.
class InspectedTarget : public mqs_shim::InspectedProcess {
 public:
  // Both arguments must outlive this object.
  InspectedTarget(OpenedTarget &target, Plugins &plugins) : target_(target), plugins_(plugins) {}

  const std::string &target() const override { return target_.name; }
  void describe(mqs_shim::ProcessReport &report, bool with_state) override;
  // Opens a session for each look, so that with a thousand processes only one session is open at a time.
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
  // States of the process and its threads in the kernel. They have to be read before the process is held.
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

// Owns an InspectedTarget for each target, in the order of the targets, for a look at all of them.
class InspectedTargets {
 public:
  InspectedTargets(std::vector<OpenedTarget> &targets, Plugins &plugins);

  const std::vector<mqs_shim::InspectedProcess *> &all() const { return all_; }

 private:
  std::vector<std::unique_ptr<InspectedTarget>> targets_;
  std::vector<mqs_shim::InspectedProcess *> all_;
};

// Adds source lines to the calls that the recorder has noted in the report.
void name_last_calls(const corefile::Process &process, mqs_shim::ProcessReport &report);

// Returns the report on a process that could not be inspected. It contains the names of the process, and `problem` as
// its error.
mqs_shim::ProcessReport not_inspected(const OpenedTarget &target, const std::string &problem);

}  // namespace command
