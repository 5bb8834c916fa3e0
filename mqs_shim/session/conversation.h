#pragma once
// Refers to the plugin and the process of one session, and turns error codes of the plugin into sentences.

#include <string>

#include "mqs_shim/host/callback_tables.h"
#include "mqs_shim/plugin/plugin.h"

namespace mqs_shim {

// Refers to the parts of a session, all of which must outlive this object.
struct Conversation {
  const Plugin &plugin;
  const PluginFunctions &call;
  mqs_image_ &image;
  mqs_process_ &process;
  bool handles_ready = false;  // mpidbg_init_per_image and _per_process succeeded

  // Returns a sentence that explains why the last mqs_* call has failed with this code. It is also for calls of the
  // queue extensions.
  std::string why(int code) const {
    const std::string detail = error_detail();
    return detail.empty() ? plugin.error_string(code) : detail;
  }
  // Returns a sentence that explains why the last mpidbg_* handle query has failed with this code.
  std::string why_no_handle(int code) const {
    const std::string detail = error_detail();
    if (!detail.empty()) return detail;
    if (call.mpidbg_error_string != nullptr) return plain_text(call.mpidbg_error_string(code));
    return "error " + std::to_string(code);
  }

 private:
  std::string error_detail() const {
    if (call.mpidbg_error_detail == nullptr) return {};
    std::string detail = plain_text(call.mpidbg_error_detail(&process));
    // Before the plugin has data of a process, it keeps one error text for all images.
    return detail.empty() ? plain_text(call.mpidbg_error_detail(nullptr)) : detail;
  }
};

}  // namespace mqs_shim
