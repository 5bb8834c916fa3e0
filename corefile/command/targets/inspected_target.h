#pragma once
// Adapts a target of the command to the interface InspectedProcess, with the plugin that the command has loaded.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "corefile/command/targets/loaded_plugins.h"
#include "corefile/command/targets/targets.h"
#include "corefile/targets/inspected_target.h"
#include "corefile/targets/process_target.h"

namespace command {

// All functions are documented in mqs_shim/look/inspected_process.h.
class InspectedTarget : public corefile::InspectedTarget {
 public:
  // Both arguments must outlive this object.
  InspectedTarget(OpenedTarget &target, Plugins &plugins) : corefile::InspectedTarget(target), plugins_(plugins) {}

  // Opens a session for each look, so that with a thousand processes only one session is open at a time.
  mpidbg::Result<mqs_shim::Session *> session() override;
  bool end_look(mqs_shim::ProcessReport &report) override;

 private:
  mqs_shim::Surroundings surroundings() const override;

  Plugins &plugins_;
  std::unique_ptr<corefile::ProcessTarget> memory_;
  std::unique_ptr<mqs_shim::Session> session_;
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

// Returns the report on a process that could not be inspected. It contains the names of the process, and `problem` as
// its error.
mqs_shim::ProcessReport not_inspected(const OpenedTarget &target, const std::string &problem);

}  // namespace command
