#pragma once
// The memory segments of an ELF core file of any word size and byte order: all that a test needs of one.

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "mpidbg/base/byte_order.h"

struct CoreMemory {
  unsigned pointer_size = 8;
  mpidbg::ByteOrder order = mpidbg::ByteOrder::little;
  std::map<std::uint64_t, std::vector<std::uint8_t>> segments;  // by address, neighbours joined
};

// The contents of a zstd-compressed file of at most 64 MiB. Throws std::runtime_error.
std::vector<std::uint8_t> decompressed(const std::string &path);
// Of the contents of a core file. Throws std::runtime_error or std::out_of_range if they are not what the test takes
// them for.
CoreMemory core_of(const std::vector<std::uint8_t> &core);
// Reads a zstd-compressed core file.
CoreMemory read_core(const std::string &path);
