#pragma once
// The process or core file that the tool inspects: opened by MPI_T_init_thread, left alone again by MPI_T_finalize.
//
// From the environment: MPIDBG_MPIT_TARGET, a pid or a path; MPIDBG_MPIT_PLUGIN, the debug plugin; MPIDBG_MPIT_EXE and
// MPIDBG_MPIT_SYSROOT, where its files are.

#include <memory>

#include "corefile/process/process.h"
#include "mqs_shim/session/session.h"
#include "mqs_shim/targets/process_target.h"

namespace mpit_tool {

class OpenedTarget {
 public:
  // A live process is stopped while this lives.
  static mpidbg::Result<std::unique_ptr<OpenedTarget>> open();
  ~OpenedTarget();

  const mqs_shim::PluginFunctions &call() const { return plugin_->functions(); }
  mqs_process_ *process() const { return lent_; }

 private:
  OpenedTarget() = default;

  std::unique_ptr<corefile::Process> process_;
  std::unique_ptr<mqs_shim::ProcessTarget> memory_;
  std::unique_ptr<mqs_shim::Plugin> plugin_;
  std::unique_ptr<mqs_shim::Session> session_;
  mqs_process_ *lent_ = nullptr;
};

// Null before MPI_T_init_thread and after the last MPI_T_finalize.
OpenedTarget *target();

}  // namespace mpit_tool
