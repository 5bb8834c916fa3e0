#pragma once
// Keeps the plugins that inspect the targets. Each plugin is loaded once.

#include <map>
#include <memory>
#include <string>

#include "mqs_shim/host/target.h"
#include "mqs_shim/plugin/plugin.h"
#include "mqs_shim/plugin/plugin_search.h"

namespace command {

// Maps paths to loaded plugins. Pointers to plugins are valid while this object lives.
class Plugins {
 public:
  explicit Plugins(const mqs_shim::PluginSearch &search) : search_(search) {}

  // Finds and loads the plugin for a target, or returns the one that was loaded before.
  mpidbg::Result<const mqs_shim::Plugin *> plugin_for(mqs_shim::Target &target);
  // Loads mpidbg's own plugin, or the one that the user named, before any target is opened. Problems of the plugin that
  // do not depend on a target are thus reported first.
  mpidbg::Status load_if_independent_of_target();

 private:
  mpidbg::Result<const mqs_shim::Plugin *> load(mpidbg::Result<mqs_shim::FoundPlugin> found);

  const mqs_shim::PluginSearch &search_;
  std::map<std::string, std::unique_ptr<mqs_shim::Plugin>, std::less<>> loaded_;
};

}  // namespace command
