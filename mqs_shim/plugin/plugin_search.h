#pragma once
// Chooses the plugin to load. A path that the target's memory contains is used only if it is in a trusted directory: a
// core file may come from anyone, and loading a library executes its code.

#include <string>
#include <vector>

#include "mpidbg/base/result.h"
#include "mqs_shim/host/target.h"
#include "mqs_shim/plugin/found_plugin.h"

namespace mqs_shim {

// Holds the user's options for the choice of a plugin.
struct PluginSearch {
  // Selects the plugin. Empty: mpidbg's own libmpidbg.so. "auto" or "vendor": the plugin that the target names.
  // Otherwise a path given by the user, which is loaded from any directory.
  std::string plugin;
  // Trusted directories: their plugins may be loaded if a target names them. The system's library directories and those
  // in $MPIDBG_PLUGIN_SAFE_PATH (separated by ':') are trusted in addition.
  std::vector<std::string> safe_path;
};

// Finds the plugin. `target` may be null unless the target has to name the plugin. Errors are sentences; the one about
// an untrusted path contains the path and the option that allows it.
mpidbg::Result<FoundPlugin> find_plugin(const PluginSearch &search, Target *target);

// Returns the path of mpidbg's own libmpidbg.so from the same installation and version: beside the file that contains
// this code, or in the same build tree.
mpidbg::Result<std::string> own_plugin();

// Returns the paths that the target contains, in the order in which debuggers try them: mpimsgq_dll_locations,
// mpidbg_dll_locations, MPIR_dll_name.
std::vector<std::string> plugins_named_by(Target &target);

// Says whether a plugin is trusted and, if not, why.
enum class PluginTrust {
  trusted,
  missing,            // the path does not lead to a regular file
  outside,            // the file is neither in a system library directory nor on the safe path
  foreign_owner,      // the file, or a directory above it, belongs neither to root nor to the user
  writable_by_others  // the file, or a directory above it, is writable by its group or by everyone
};
// Holds the result of checking whether the plugin at a path is trusted.
struct JudgedPlugin {
  PluginTrust trust = PluginTrust::missing;
  FoundPlugin plugin;  // empty unless trusted; its path contains no symbolic links
};
// Resolves all symbolic links in the path, and checks whether the resulting file is a trusted plugin.
JudgedPlugin judge_plugin(const std::string &path, const std::vector<std::string> &safe_path);

}  // namespace mqs_shim
