#pragma once
// A debug plugin: a shared library with the mqs_* entry points, loaded and checked.
//
// Loading runs the library's initialisers in this process: plugin_search says which files may be loaded. One plugin
// serves any number of sessions. Not thread-safe, because plugins are not.

#include <memory>
#include <string>
#include <vector>

#include "mpidbg/abi/msgq_interface.h"
#include "mpidbg/abi/queue_details_interface.h"
#include "mpidbg/base/result.h"
#include "mqs_shim/plugin_dialect.h"

namespace mqs_shim {

using mpidbg::Error;
using mpidbg::ErrorCode;
using mpidbg::Result;
using mpidbg::Status;

// The entry points. Every plugin has the required ones; the others are null where it lacks them.
struct PluginFunctions {
#define MQS_SHIM_REQUIRED(X)                                                                                 \
  X(mqs_setup_basic_callbacks)                                                                               \
  X(mqs_version_string)                                                                                      \
  X(mqs_version_compatibility)                                                                               \
  X(mqs_dll_error_string)                                                                                    \
  X(mqs_setup_image)                                                                                         \
  X(mqs_image_has_queues)                                                                                    \
  X(mqs_destroy_image_info)                                                                                  \
  X(mqs_setup_process) X(mqs_process_has_queues) X(mqs_destroy_process_info) X(mqs_update_communicator_list) \
      X(mqs_setup_communicator_iterator) X(mqs_get_communicator) X(mqs_next_communicator)                    \
          X(mqs_setup_operation_iterator) X(mqs_next_operation)
#define MQS_SHIM_OPTIONAL(X)                                                                                          \
  X(mqs_dll_taddr_width)                                                                                              \
  X(mqs_get_comm_group)                                                                                               \
  X(mqs_get_global_rank)                                                                                              \
  X(mqs_get_comm_coll_state)                                                                                          \
  X(mpidbg_init_once)                                                                                                 \
  X(mpidbg_interface_version_compatibility)                                                                           \
  X(mpidbg_version_string)                                                                                            \
  X(mpidbg_dll_taddr_width) X(mpidbg_init_per_image) X(mpidbg_finalize_per_image) X(mpidbg_init_per_process)          \
      X(mpidbg_finalize_per_process) X(mpidbg_comm_query) X(mpidbg_comm_f2c) X(mpidbg_comm_cxx2c)                     \
          X(mpidbg_group_query) X(mpidbg_group_f2c) X(mpidbg_ext_version) X(mpidbg_comm_list) X(mpidbg_group_list)    \
              X(mpidbg_name_map) X(mpidbg_free) X(mpidbg_error_string) X(mpidbg_error_detail) X(mpidbg_process_query) \
                  X(mpidbg_setup_operation_iterator) X(mpidbg_next_operation) X(mpidbg_current_comm)                  \
                      X(mpidbg_set_held) X(mpidbg_kind_name) X(mpidbg_capabilities) X(mpidbg_query) X(mpidbg_f2c)     \
                          X(mpidbg_cxx2c) X(mpidbg_list) X(mpidbg_kind_problem) X(mpidbg_set_memory_ranges)           \
                              X(mpidbg_set_progress) X(mpidbg_handle_type_name) X(mpidbg_integer_query)               \
                                  X(mpidbg_keyval_list)
#define MQS_SHIM_MEMBER(name) decltype(&::name) name = nullptr;
  MQS_SHIM_REQUIRED(MQS_SHIM_MEMBER)
  MQS_SHIM_OPTIONAL(MQS_SHIM_MEMBER)
#undef MQS_SHIM_MEMBER
};

// All names of PluginFunctions, in its order.
const std::vector<std::string> &required_functions();
const std::vector<std::string> &optional_functions();

class Plugin {
 public:
  // `path` is used as it is, never searched for. Errors are sentences that name it: it does not exist, is no shared
  // library (and what it is instead), cannot be loaded (the dynamic linker's words), is no debug plugin (the first
  // function it lacks), or has another interface version or address width.
  static Result<std::unique_ptr<Plugin>> load(const std::string &path);
  ~Plugin();
  Plugin(const Plugin &) = delete;
  Plugin &operator=(const Plugin &) = delete;

  const std::string &path() const { return path_; }
  const std::string &version() const { return version_; }  // mqs_version_string()
  const PluginFunctions &functions() const { return functions_; }
  const PluginDialect &dialect() const { return dialect_; }

  // The plugin's sentence for one of its mqs_* results.
  std::string error_string(int code) const;

 private:
  Plugin(std::string path, void *library) : path_(std::move(path)), library_(library) {}
  Status look_up_functions();
  Status check_interface();

  std::string path_;
  void *library_;
  PluginFunctions functions_;
  PluginDialect dialect_;
  std::string version_;
};

// A plugin's text with control characters replaced and cut to a sensible length. Null becomes empty.
std::string plain_text(const char *text, std::size_t limit = 1024);

// What printf(message, image_name) would print, for a message that is not to be trusted with printf: the first %s
// becomes the name, %% becomes %, everything else stays as it is.
std::string expand_message(const char *message, const std::string &image_name);

}  // namespace mqs_shim
