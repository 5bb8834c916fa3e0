#pragma once
// A debug plugin: a shared library with the mqs_* entry points, loaded and checked.
//
// Loading runs the library's initialisers in this process: plugin_search says which files may be loaded. One plugin
// serves any number of sessions. Not thread-safe, because plugins are not.

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

// The entry points. Every plugin has the required ones; the others are null where it lacks them.
struct PluginFunctions {
#define MQS_SHIM_MEMBER(name) decltype(&::name) name = nullptr;
#define MQS_SHIM_REQUIRED(name) MQS_SHIM_MEMBER(name)
#define MQS_SHIM_OPTIONAL(name) MQS_SHIM_MEMBER(name)
#include "mqs_shim/plugin/plugin_functions.def"
#undef MQS_SHIM_MEMBER
};

// All names of PluginFunctions, in its order.
const std::vector<std::string> &required_functions();
const std::vector<std::string> &optional_functions();

class Plugin {
 public:
  // `path` is used as it is, never searched for. Errors are sentences that name it: it does not exist, is not a shared
  // library (and what it is instead), cannot be loaded (the dynamic linker's words), is not a debug plugin (the first
  // function it lacks), or has another interface version or address width.
  static Result<std::unique_ptr<Plugin>> load(const std::string &path);
  // Of a plugin that was judged the open file is loaded, and the path only names it.
  static Result<std::unique_ptr<Plugin>> load(FoundPlugin found);
  ~Plugin();
  Plugin(const Plugin &) = delete;
  Plugin &operator=(const Plugin &) = delete;

  const std::string &path() const { return path_; }
  const std::string &version() const { return version_; }  // mqs_version_string()
  const PluginFunctions &functions() const { return functions_; }
  const PluginDialect &dialect() const { return dialect_; }

  // The variable mpidbg_comm_name_map, valid after mpidbg_init_per_process; null if there is none.
  const mpidbg_name_map_t *comm_name_map() const { return comm_name_map_ == nullptr ? nullptr : *comm_name_map_; }

  // The plugin's sentence for one of its mqs_* results.
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
  mpidbg::FileDescriptor judged_;  // open while the library is loaded under its number
  PluginFunctions functions_;
  mpidbg_name_map_t *const *comm_name_map_ = nullptr;
  PluginDialect dialect_;
  std::string version_;
};

// What printf(message, image_name) would print, for a message that is not to be trusted with printf: the first %s
// becomes the name, %% becomes %, everything else stays as it is.
std::string expand_message(const char *message, const std::string &image_name);

}  // namespace mqs_shim
