#include "tests/foreign/core_segments.h"

#include <elf.h>
#include <zstd.h>

#include <fstream>
#include <iterator>
#include <span>
#include <stdexcept>

std::vector<std::uint8_t> decompressed(const std::string &path) {
  std::ifstream file(path, std::ios::binary);
  const std::string packed{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  std::vector<std::uint8_t> bytes(std::size_t{64} << 20);
  const std::size_t size = ZSTD_decompress(bytes.data(), bytes.size(), packed.data(), packed.size());
  if (ZSTD_isError(size)) throw std::runtime_error(path + ": " + ZSTD_getErrorName(size));
  bytes.resize(size);
  return bytes;
}

CoreMemory core_of(const std::vector<std::uint8_t> &core) {
  const bool wide = core.at(EI_CLASS) == ELFCLASS64;
  CoreMemory memory;
  memory.pointer_size = wide ? 8 : 4;
  memory.order = core.at(EI_DATA) == ELFDATA2MSB ? mpidbg::ByteOrder::big : mpidbg::ByteOrder::little;
  const auto number = [&](std::uint64_t offset, unsigned width) {
    return mpidbg::decode_unsigned(std::as_bytes(std::span(core)).subspan(offset, width), memory.order);
  };
  const std::uint64_t table = wide ? number(32, 8) : number(28, 4);
  const std::uint64_t entry_size = number(wide ? 54 : 42, 2);
  const std::uint64_t count = number(wide ? 56 : 44, 2);
  auto &segments = memory.segments;
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::uint64_t header = table + i * entry_size;
    if (number(header, 4) != PT_LOAD) continue;
    const std::uint64_t offset = wide ? number(header + 8, 8) : number(header + 4, 4);
    const std::uint64_t address = wide ? number(header + 16, 8) : number(header + 8, 4);
    const std::uint64_t size = wide ? number(header + 32, 8) : number(header + 16, 4);
    if (size == 0) continue;
    const auto *begin = &core.at(offset);
    auto before = segments.lower_bound(address);
    if (before != segments.begin() && std::prev(before)->first + std::prev(before)->second.size() == address) {
      auto &bytes = std::prev(before)->second;
      bytes.insert(bytes.end(), begin, begin + size);
    } else {
      segments.emplace(address, std::vector<std::uint8_t>(begin, begin + size));
    }
  }
  return memory;
}

CoreMemory read_core(const std::string &path) {
  return core_of(decompressed(path));
}
