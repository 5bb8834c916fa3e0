#pragma once
// From a process to the layouts of the UCX that it uses.

#include <string>

#include "mpidbg/debugger/callbacks.h"
#include "mpidbg/debugger/memory.h"
#include "mpidbg/layout/ucx/layouts.h"

namespace mpidbg::model::ucx {

using layout::ucx::Layouts;

struct Attachment {
  Layouts layouts;
  std::string version;        // "1.13.1"; empty: not known
  std::string layout_source;  // for the user: "profile ucx-1.13.1-x86_64 (build-id, checked)"; empty if there is none
  std::string problem;        // why nothing can be read; empty if every struct has a layout
};

Attachment attach(const debugger::Image &image, const debugger::Memory &memory);

}  // namespace mpidbg::model::ucx
