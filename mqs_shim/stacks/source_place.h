#pragma once
// Describes a place in the source of a program.

#include <cstdint>
#include <string>

namespace mqs_shim {

struct SourcePlace {
  // Name of the function as in the source, without parameters; empty if unknown.
  std::string function;
  // The path that the compiler was given; empty if unknown.
  std::string file;
  // Line number, counted from 1; 0 if unknown.
  std::uint32_t line = 0;
};

}  // namespace mqs_shim
