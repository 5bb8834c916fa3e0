#pragma once
// Plugin is a loaded and checked debug plugin: a shared library with the mqs_* entry points.
//
// Loading a library runs its initialisers in this process; plugin_search.h decides which files may be loaded. A plugin
// serves any number of sessions. It is not thread-safe, because plugins are not.

#include <memory>
#include <string>
#include <vector>

#include "mpidbg/abi/field_types_interface.h"
#include "mpidbg/abi/layout_checks_interface.h"
#include "mpidbg/abi/memory_runs_interface.h"
#include "mpidbg/abi/mpit_interface.h"
#include "mpidbg/abi/msgq_interface.h"
#include "mpidbg/abi/probe_interface.h"
#include "mpidbg/abi/progress_interface.h"
#include "mpidbg/abi/queue_details_interface.h"
#include "mpidbg/abi/recorded_interface.h"
#include "mpidbg/base/plain_text.h"
#include "mpidbg/base/result.h"
#include "mqs_shim/plugin/found_plugin.h"
#include "mqs_shim/plugin/plugin_dialect.h"

namespace mqs_shim {

using mpidbg::Error;
using mpidbg::ErrorCode;
using mpidbg::plain_text;
using mpidbg::Result;
using mpidbg::Status;

// Holds the plugin's entry points. The required ones are always set; optional ones that the plugin lacks are null.
struct PluginFunctions {
#define MQS_SHIM_MEMBER(name) decltype(&::name) name = nullptr;
#define MQS_SHIM_REQUIRED(name) MQS_SHIM_MEMBER(name)
#define MQS_SHIM_OPTIONAL(name) MQS_SHIM_MEMBER(name)
#include "mqs_shim/plugin/plugin_functions.def"
#undef MQS_SHIM_MEMBER
};

// Return the names of the required and of the optional members of PluginFunctions, in their order.
const std::vector<std::string> &required_functions();
const std::vector<std::string> &optional_functions();

// Holds a loaded plugin, and unloads it when it is destroyed. Sessions that use it must have ended by then.
class Plugin {
 public:
  // Loads the file at `path`, without searching for it elsewhere. Errors are sentences that name the path: it does not
  // exist; it is not a shared library; the dynamic linker cannot load it, with the linker's message; it is not a debug
  // plugin, with the first missing function; it has another interface version or address width.
  static Result<std::unique_ptr<Plugin>> load(const std::string &path);
  // Loads `found.judged` if it is open, that is, if the file was checked, and uses the path only as its name.
  static Result<std::unique_ptr<Plugin>> load(FoundPlugin found);
  ~Plugin();
  Plugin(const Plugin &) = delete;
  Plugin &operator=(const Plugin &) = delete;

  const std::string &path() const { return path_; }
  const std::string &version() const { return version_; }  // result of mqs_version_string()
  const PluginFunctions &functions() const { return functions_; }
  const PluginDialect &dialect() const { return dialect_; }

  // Returns the variable mpidbg_comm_name_map; null if the plugin has none. It is valid after mpidbg_init_per_process.
  const mpidbg_name_map_t *comm_name_map() const { return comm_name_map_ == nullptr ? nullptr : *comm_name_map_; }

  // Returns the plugin's own sentence about an error code that one of its mqs_* functions has returned.
  std::string error_string(int code) const;

 private:
  Plugin(std::string path, void *library, mpidbg::FileDescriptor judged)
      : path_(std::move(path)), library_(library), judged_(std::move(judged)) {}
  static Result<std::unique_ptr<Plugin>> load(const std::string &path, const std::string &file,
                                              mpidbg::FileDescriptor judged);
  Status look_up_functions();
  Status check_interface();

  std::string path_;
  void *library_;
  mpidbg::FileDescriptor judged_;  // open while the library is loaded from /proc/self/fd/
  PluginFunctions functions_;
  mpidbg_name_map_t *const *comm_name_map_ = nullptr;
  PluginDialect dialect_;
  std::string version_;
};

// Formats a message like printf(message, image_name), but safely for untrusted messages: the first %s becomes the name,
// %% becomes %, and everything else is copied.
std::string expand_message(const char *message, const std::string &image_name);

}  // namespace mqs_shim
