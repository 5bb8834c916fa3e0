#pragma once
// The plugins that targets are inspected with, by path, each loaded once.

#include <map>
#include <memory>
#include <string>

#include "mqs_shim/host/target.h"
#include "mqs_shim/plugin/plugin.h"
#include "mqs_shim/plugin/plugin_search.h"

namespace command {

class Plugins {
 public:
  explicit Plugins(const mqs_shim::PluginSearch &search) : search_(search) {}

  mpidbg::Result<const mqs_shim::Plugin *> plugin_for(mqs_shim::Target &target);
  // What cannot be right for any target: our own plugin, or the one that the user named.
  mpidbg::Status load_if_independent_of_target();

 private:
  mpidbg::Result<const mqs_shim::Plugin *> load(mpidbg::Result<mqs_shim::FoundPlugin> found);

  const mqs_shim::PluginSearch &search_;
  std::map<std::string, std::unique_ptr<mqs_shim::Plugin>, std::less<>> loaded_;
};

}  // namespace command
