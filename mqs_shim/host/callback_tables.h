#pragma once
// Implements, on top of a Target, the functions that a debugger provides to its plugins, and the structs mqs_image,
// mqs_process and mqs_type.
//
// The tables of these functions are static and valid for the lifetime of the program; all state belongs to the image
// and the process. Callbacks never throw into the plugin: any failure becomes the error result of the callback.

#include <cstdint>
#include <string>
#include <vector>

#include "mpidbg/abi/field_types_interface.h"
#include "mpidbg/abi/memory_runs_interface.h"
#include "mpidbg/abi/msgq_interface.h"
#include "mqs_shim/host/page_cache.h"
#include "mqs_shim/host/plugin_dialect.h"
#include "mqs_shim/host/target.h"
#include "mqs_shim/host/type_lookup.h"

namespace mqs_shim {

// Collects a plugin's messages to developers, and the names of missing types and fields that it requested. The number
// of entries is limited, so that a plugin cannot fill the memory.
class Journal {
 public:
  void add_diagnostic(const char *text);
  void add_missing_type(const std::string &type);
  void add_missing_field(const std::string &type_and_field);

  const std::vector<std::string> &diagnostics() const { return diagnostics_; }
  const std::vector<std::string> &missing_types() const { return missing_types_; }
  const std::vector<std::string> &missing_fields() const { return missing_fields_; }

 private:
  std::vector<std::string> diagnostics_, missing_types_, missing_fields_;
};

// Selects the journal for mqs_dprints(). Plugins print messages with mqs_dprints(), which has no argument for the
// session. The innermost JournalScope of the current thread is in force.
class JournalScope {
 public:
  explicit JournalScope(Journal &journal);
  ~JournalScope();
  JournalScope(const JournalScope &) = delete;
  JournalScope &operator=(const JournalScope &) = delete;

 private:
  Journal *outer_;
};

}  // namespace mqs_shim

struct mqs_image_ {
  mqs_image_(mqs_shim::Target &t, mqs_shim::PluginDialect d) : target(t), dialect(d), types(t, this, !d.extended) {}
  mqs_image_(const mqs_image_ &) = delete;
  mqs_image_ &operator=(const mqs_image_ &) = delete;

  mqs_shim::Target &target;
  mqs_shim::PluginDialect dialect;
  mqs_image_info *info = nullptr;
  mqs_shim::TypeLookup types;
  mqs_shim::Journal journal;
};

struct mqs_process_ {
  mqs_process_(mqs_image_ &i, std::size_t cache_capacity)
      : image(i), memory(i.target, cache_capacity), swap_bytes(i.target.byte_order() != mpidbg::host_byte_order()) {}
  mqs_process_(const mqs_process_ &) = delete;
  mqs_process_ &operator=(const mqs_process_ &) = delete;

  mqs_image_ &image;
  mqs_process_info *info = nullptr;
  mqs_shim::PageCache memory;
  const bool swap_bytes;
};

namespace mqs_shim {

const mqs_basic_callbacks &basic_callbacks();
const mqs_image_callbacks &image_callbacks();
const mqs_process_callbacks &process_callbacks();
// Returns the callback with which a plugin can query the type of a field, in addition to its offset.
mpidbg_field_type_function_t field_type_function();
// Return the callbacks for plugins that search memory. The first finds the parts of a range that may contain bytes
// other than zero. The second reads memory for such a search.
mpidbg_memory_runs_function_t memory_runs_function();
mpidbg_search_read_function_t search_read_function();

// Return statistics about all plugins in this process: the number of mqs_malloc calls, and the number of blocks that
// were not freed yet.
std::uint64_t allocation_count();
std::uint64_t live_allocation_count();

}  // namespace mqs_shim
