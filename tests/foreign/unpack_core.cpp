// unpack_core CORE.zst CORE: for tests that have no program to do it.

#include <fstream>

#include "tests/foreign/core_segments.h"

int main(int, char **arguments) {
  const std::vector<std::uint8_t> core = decompressed(arguments[1]);
  std::ofstream file(arguments[2], std::ios::binary);
  file.write(reinterpret_cast<const char *>(core.data()), static_cast<std::streamsize>(core.size()));
  return file.flush() ? 0 : 1;
}
