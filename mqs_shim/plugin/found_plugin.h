#pragma once
// Describes a plugin that the search has found and that is to be loaded.

#include <string>

#include "mpidbg/base/file_descriptor.h"

namespace mqs_shim {

struct FoundPlugin {
  std::string path;
  // The file of the plugin: open if the search has checked it, and otherwise closed. An open file is the one that is
  // loaded, even if the path leads to another file by then.
  mpidbg::FileDescriptor judged;
};

}  // namespace mqs_shim
