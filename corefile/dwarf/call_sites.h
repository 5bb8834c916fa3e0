#pragma once
// Finds the calls and jumps of functions to other functions, from the call sites in the debug information. An
// optimizing compiler makes the last call of a function a jump (a tail call): the function then has no frame while the
// called one runs. Understands DWARF 5 and the extensions of GNU to DWARF 4.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "corefile/elf/elf_file.h"

namespace corefile {

// Describes the function to which a call or jump leads. Both members are empty if only the running program knows it, as
// for pointers to functions.
struct CallTarget {
  // The addresses in the same file, without the load bias, at which the function begins. The compiler may have made
  // several copies of it.
  std::vector<std::uint64_t> addresses;
  // The symbol of a function that the unit does not define.
  std::string symbol;
};

struct TailCall {
  std::uint64_t address = 0;  // inside the instruction that jumps, in the file, without the load bias
  CallTarget target;
};

// The following functions take addresses in the file, without the load bias, and open debug information as
// source_places() (source_lines.h) does. Only one thread at a time may call them.

// Returns the function that the call which returns to the address has called. Returns nothing if the debug information
// does not describe the call.
std::optional<CallTarget> call_target(const std::shared_ptr<const ElfFile> &file, std::uint64_t returns_to,
                                      const std::vector<std::string> &debug_directories);

// Returns all tail calls of the function at the address, including those of functions that were inlined into it.
// Returns nothing if the debug information does not contain the function, or does not promise that all of its tail
// calls are described.
std::optional<std::vector<TailCall>> tail_calls(const std::shared_ptr<const ElfFile> &file, std::uint64_t function,
                                                const std::vector<std::string> &debug_directories);

}  // namespace corefile
