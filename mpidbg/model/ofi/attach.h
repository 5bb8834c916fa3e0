#pragma once
// Finds the layouts of the libfabric that a process uses.

#include <string>

#include "mpidbg/debugger/callbacks.h"
#include "mpidbg/debugger/memory.h"
#include "mpidbg/layout/ofi/layouts.h"

namespace mpidbg::model::ofi {

using layout::ofi::Layouts;

// Holds the layouts of libfabric's structs and a description of their origin. `layouts` is usable only if `problem` is
// empty; even then, a provider's own structs may be unknown.
struct Attachment {
  Layouts layouts;
  // The version of libfabric without the patch release, such as "1.17"; empty if unknown.
  std::string version;
  // The origin of the layouts in words, such as "profile libfabric-1.17.0-x86_64 (series 1.17, checked)"; empty if none
  // were found.
  std::string layout_source;
  // The reason why nothing can be read; empty if the structs that all providers have are known.
  std::string problem;
};

// Finds the layouts of libfabric. The function never fails; Attachment::problem explains why layouts are missing.
Attachment attach(const debugger::Image &image, const debugger::Memory &memory);

}  // namespace mpidbg::model::ofi
