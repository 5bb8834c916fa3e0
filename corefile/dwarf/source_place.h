#pragma once
// A place in the source of a program. Plain data.

#include <cstdint>
#include <string>

namespace corefile {

struct SourcePlace {
  // A name as from readable_name(); empty if unknown.
  std::string function;
  // The path that the compiler was given; empty if unknown.
  std::string file;
  // From 1 on; 0 if unknown.
  std::uint32_t line = 0;
};

}  // namespace corefile
