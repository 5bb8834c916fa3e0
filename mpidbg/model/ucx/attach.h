#pragma once
// Finds the layouts of the UCX library that a process uses.

#include <string>

#include "mpidbg/debugger/callbacks.h"
#include "mpidbg/debugger/memory.h"
#include "mpidbg/layout/ucx/layouts.h"

namespace mpidbg::model::ucx {

using layout::ucx::Layouts;

// Holds the layouts of UCX's structs and a description of their origin. `layouts` is usable only if `problem` is empty.
struct Attachment {
  Layouts layouts;
  // The version of UCX, such as "1.13.1"; empty if unknown.
  std::string version;
  // The origin of the layouts in words, such as "profile ucx-1.13.1-x86_64 (build-id, checked)"; empty if none
  // were found.
  std::string layout_source;
  // The reason why nothing can be read; empty if every struct has a layout.
  std::string problem;
};

// Finds the layouts of UCX. The function never fails; Attachment::problem explains why layouts are missing.
Attachment attach(const debugger::Image &image, const debugger::Memory &memory);

}  // namespace mpidbg::model::ucx
