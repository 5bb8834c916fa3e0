#pragma once
// Owns the process or core file that the tool inspects. MPI_T_init_thread opens it, and the last MPI_T_finalize closes
// it.
//
// Environment variables select the target: MPIDBG_MPIT_TARGET is a pid or a path, MPIDBG_MPIT_PLUGIN the debug plugin,
// and MPIDBG_MPIT_EXE and MPIDBG_MPIT_SYSROOT say where the target's files are.

#include <memory>

#include "corefile/process/process.h"
#include "corefile/targets/process_target.h"
#include "mqs_shim/session/session.h"

namespace mpit_tool {

class OpenedTarget {
 public:
  // Opens the target that the environment variables name. A live process stays stopped as long as the object lives.
  static mpidbg::Result<std::unique_ptr<OpenedTarget>> open();
  ~OpenedTarget();

  const mqs_shim::PluginFunctions &call() const { return plugin_->functions(); }
  mqs_process_ *process() const { return lent_; }

 private:
  OpenedTarget() = default;

  std::unique_ptr<corefile::Process> process_;
  std::unique_ptr<corefile::ProcessTarget> memory_;
  std::unique_ptr<mqs_shim::Plugin> plugin_;
  std::unique_ptr<mqs_shim::Session> session_;
  mqs_process_ *lent_ = nullptr;
};

// Returns null before MPI_T_init_thread and after the last MPI_T_finalize.
OpenedTarget *target();

}  // namespace mpit_tool
