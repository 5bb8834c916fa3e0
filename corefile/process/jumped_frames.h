#pragma once
// Finds functions that a stack lacks because they ended with a jump to the next function (a tail call). The call sites
// in the debug information (corefile/dwarf/call_sites.h) show how the called function leads to the one that has a
// frame.

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "corefile/process/process.h"

namespace corefile {

// Gives access to the code of a process.
struct JumpedCode {
  // Returns the module with the code at the address; null if there is none, or if its file is not known.
  std::function<const Module *(Address)> module_at;
  // Returns the function that the dynamic linker finds under this name.
  std::function<std::optional<Address>(const std::string &symbol)> find_function;
  const std::vector<std::string> &debug_directories;
};

// Returns the frames between two frames of a stack, as Process::jumped_frames() does.
std::vector<Frame> jumped_frames(const Frame &caller, const Frame &callee, const JumpedCode &code);

}  // namespace corefile
