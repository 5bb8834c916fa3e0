#include "corefile/mpit_tool/opened_target.h"

#include <cstdlib>
#include <cstring>

#include "corefile/capture/capture_image.h"
#include "mpidbg/base/whole_number.h"

namespace mpit_tool {

using mpidbg::Error;
using mpidbg::ErrorCode;
using mpidbg::Result;

namespace {

std::string environment(const char *name) {
  const char *value = std::getenv(name);
  return value == nullptr ? std::string() : value;
}

}  // namespace

Result<std::unique_ptr<OpenedTarget>> OpenedTarget::open() {
  const std::string name = environment("MPIDBG_MPIT_TARGET");
  if (name.empty()) return Error{ErrorCode::not_found, "MPIDBG_MPIT_TARGET does not name a target", {}};
  std::unique_ptr<OpenedTarget> opened(new OpenedTarget);
  corefile::OpenOptions options;
  options.executable = environment("MPIDBG_MPIT_EXE");
  options.sysroot = environment("MPIDBG_MPIT_SYSROOT");
  const auto pid = mpidbg::whole_number<pid_t>(name);
  auto process = pid ? corefile::open_live_process(*pid, options) : corefile::open_capture_or_core(name, options);
  if (!process) return process.error();
  opened->process_ = std::move(*process);
  opened->memory_ = std::make_unique<corefile::ProcessTarget>(*opened->process_);
  MPIDBG_ASSIGN(plugin, mqs_shim::Plugin::load(environment("MPIDBG_MPIT_PLUGIN")));
  opened->plugin_ = std::move(plugin);
  MPIDBG_TRY(opened->process_->stop());
  mqs_shim::SessionOptions session_options;
  session_options.image_name = name;
  session_options.told_of_moves = true;
  MPIDBG_ASSIGN(session, mqs_shim::Session::open(*opened->plugin_, *opened->memory_, session_options));
  opened->session_ = std::move(session);
  MPIDBG_ASSIGN(lent, opened->session_->lend_process());
  opened->lent_ = lent;
  return opened;
}

OpenedTarget::~OpenedTarget() {
  session_.reset();
  if (process_ != nullptr) process_->resume();
}

}  // namespace mpit_tool
