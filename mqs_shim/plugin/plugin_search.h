#pragma once
// Which plugin to load. A path that target memory names is loaded only from trusted directories: a core file may come
// from anyone, and loading a library runs it.

#include <string>
#include <vector>

#include "mpidbg/base/result.h"
#include "mqs_shim/host/target.h"
#include "mqs_shim/plugin/found_plugin.h"

namespace mqs_shim {

struct PluginSearch {
  // Empty: our own libmpidbg.so. "auto" or "vendor": the one that the target names. Else the user's own word: a path,
  // loaded from wherever it is.
  std::string plugin;
  // Directories whose plugins may be loaded because a target names them, besides the system's library directories;
  // those of $MPIDBG_PLUGIN_SAFE_PATH (separated by ':') are added.
  std::vector<std::string> safe_path;
};

// What to load. `target` may be null unless the target is to name it. Errors are sentences; the one for an
// untrusted path names the path and the option to give.
mpidbg::Result<FoundPlugin> find_plugin(const PluginSearch &search, Target *target);

// Our own libmpidbg.so: of the same installation and version, beside the file that this code is in, or in the same
// build tree.
mpidbg::Result<std::string> own_plugin();

// What the target names, in the order in which debuggers try them: mpimsgq_dll_locations, mpidbg_dll_locations,
// MPIR_dll_name.
std::vector<std::string> plugins_named_by(Target &target);

enum class PluginTrust {
  trusted,
  missing,            // no regular file there
  outside,            // in no system library directory and not on the safe path
  foreign_owner,      // the file, or a directory above it, belongs neither to root nor to us
  writable_by_others  // the file, or a directory above it, can be written by its group or by everyone
};
struct JudgedPlugin {
  PluginTrust trust = PluginTrust::missing;
  FoundPlugin plugin;  // empty unless trusted; its path has no links
};
// About the file that the path leads to after links.
JudgedPlugin judge_plugin(const std::string &path, const std::vector<std::string> &safe_path);

}  // namespace mqs_shim
