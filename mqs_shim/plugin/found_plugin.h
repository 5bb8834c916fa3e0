#pragma once
// A plugin to load, as the search found it.

#include <string>

#include "mpidbg/base/file_descriptor.h"

namespace mqs_shim {

struct FoundPlugin {
  std::string path;
  // Open if the path was judged; then this file is loaded, whatever the path leads to by then.
  mpidbg::FileDescriptor judged;
};

}  // namespace mqs_shim
