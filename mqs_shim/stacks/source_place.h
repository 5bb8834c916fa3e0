#pragma once
// A place in the source of a program. Plain data.

#include <cstdint>
#include <string>

namespace mqs_shim {

struct SourcePlace {
  // As it was written, without parameters; empty if unknown.
  std::string function;
  // The path that the compiler was given; empty if unknown.
  std::string file;
  // From 1 on; 0 if unknown.
  std::uint32_t line = 0;
};

}  // namespace mqs_shim
