#pragma once
// Describes a plugin that the search has found and that is to be loaded.

#include <string>

#include "mpidbg/base/file_descriptor.h"

namespace mqs_shim {

struct FoundPlugin {
  std::string path;
  // Open if the file was checked. In that case exactly this file is loaded, even if the path leads to another file by
  // then.
  mpidbg::FileDescriptor judged;
};

}  // namespace mqs_shim
