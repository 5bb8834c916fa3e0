#include "corefile/command/targets/loaded_plugins.h"

#include <utility>

namespace command {

namespace {

bool follows_target(const mqs_shim::PluginSearch &search) {
  return search.plugin == "vendor" || search.plugin == "auto";
}

}  // namespace

mpidbg::Result<const mqs_shim::Plugin *> Plugins::load(mpidbg::Result<mqs_shim::FoundPlugin> found) {
  if (!found) return found.error();
  const std::string path = found->path;
  if (const auto known = loaded_.find(path); known != loaded_.end()) return known->second.get();
  auto plugin = mqs_shim::Plugin::load(std::move(*found));
  if (!plugin) return plugin.error();
  return loaded_.emplace(path, std::move(*plugin)).first->second.get();
}

mpidbg::Result<const mqs_shim::Plugin *> Plugins::plugin_for(mqs_shim::Target &target) {
  // Searching for a plugin reads files. If the plugin does not depend on the target, one search is enough.
  if (!follows_target(search_) && !loaded_.empty()) return loaded_.begin()->second.get();
  return load(mqs_shim::find_plugin(search_, &target));
}

mpidbg::Status Plugins::load_if_independent_of_target() {
  if (follows_target(search_)) return {};
  const auto plugin = load(mqs_shim::find_plugin(search_, nullptr));
  if (!plugin) return plugin.error();
  return {};
}

}  // namespace command
