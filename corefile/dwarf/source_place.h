#pragma once
// A place in the source of a program.

#include <cstdint>
#include <string>

namespace corefile {

struct SourcePlace {
  std::string function;    // as readable_name() has it; empty if it is not known
  std::string file;        // the path that the compiler was given; empty if it is not known
  std::uint32_t line = 0;  // from 1 on; 0 if it is not known
};

}  // namespace corefile
