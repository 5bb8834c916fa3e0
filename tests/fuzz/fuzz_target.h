#pragma once
// What is common to all fuzz targets. Each is one source with LLVMFuzzerTestOneInput(), linked with libFuzzer in the
// preset "fuzz" and with driver.cpp else.

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <string>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size);

namespace fuzz {

// A promise that the input has broken.
[[noreturn]] inline void fail(const char *what, const std::string &detail) {
  std::fprintf(stderr, "%s: %.2000s\n", what, detail.c_str());
  std::abort();
}

}  // namespace fuzz
