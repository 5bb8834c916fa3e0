#include "tests/images/image.h"

#include <lzma.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "mpidbg/base/byte_order.h"
#include "tests/foreign/core_segments.h"

namespace images {

namespace {

constexpr std::size_t most_bytes = std::size_t{64} << 20;

std::vector<std::uint8_t> unpacked_xz(const std::string &path) {
  std::ifstream file(path, std::ios::binary);
  const std::vector<char> packed{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  std::vector<std::uint8_t> bytes(most_bytes);
  std::uint64_t memory = UINT64_MAX;
  std::size_t from = 0, size = 0;
  const auto code =
      lzma_stream_buffer_decode(&memory, 0, nullptr, reinterpret_cast<const std::uint8_t *>(packed.data()), &from,
                                packed.size(), bytes.data(), &size, bytes.size());
  if (code != LZMA_OK) throw std::runtime_error(path + " cannot be unpacked");
  bytes.resize(size);
  return bytes;
}

nlohmann::json json_of(const std::string &path) {
  std::ifstream file(path);
  return nlohmann::json::parse(file);
}

Image image_of(const CoreMemory &core, const nlohmann::json &symbols) {
  Image image;
  image.pointer_size = core.pointer_size;
  image.order = core.order;
  for (const auto &[address, bytes] : core.segments) {
    const auto *const begin = reinterpret_cast<const std::byte *>(bytes.data());
    image.segments.emplace(address, std::vector<std::byte>(begin, begin + bytes.size()));
  }
  for (const auto &[name, address] : symbols.items()) image.symbols[name] = Address(address.get<std::uint64_t>());
  return image;
}

}  // namespace

Image Image::packed(const std::string &path) {
  return image_of(read_core(path + ".core.zst"), json_of(path + ".symbols.json"));
}

Image Image::recorded(const std::string &path) {
  const nlohmann::json facts = json_of(path + ".json");
  Image image = image_of(core_of(unpacked_xz(path + ".core.xz")), facts["symbols"]);
  for (const auto &[symbol, build_id] : facts["build_ids"].items()) image.build_ids[symbol] = build_id;
  return image;
}

std::size_t Image::read(Address address, std::span<std::byte> bytes) const {
  const auto next = segments.upper_bound(address.value());
  if (next == segments.begin()) return 0;
  const auto &[begin, segment] = *std::prev(next);
  const std::uint64_t offset = address.value() - begin;
  if (offset >= segment.size()) return 0;
  const std::size_t size = std::min<std::size_t>(bytes.size(), segment.size() - offset);
  std::copy_n(segment.begin() + static_cast<std::ptrdiff_t>(offset), size, bytes.begin());
  return size;
}

std::size_t ImageTarget::read_up_to(Address address, void *buffer, std::size_t size) {
  const std::span<std::byte> bytes(static_cast<std::byte *>(buffer), size);
  const std::size_t got = image_.read(address, bytes);
  if (!damage_) return got;
  const std::uint64_t first = damage_->page * page_size;
  const std::uint64_t begin = std::max(first, address.value());
  const std::uint64_t end = std::min(first + page_size, address.value() + got);
  if (begin >= end) return got;
  if (damage_->kind == Damage::page_taken_away) return begin - address.value();
  std::fill_n(bytes.begin() + static_cast<std::ptrdiff_t>(begin - address.value()), end - begin, std::byte{});
  return got;
}

void ImageTarget::note_wanted(Address address, std::size_t size) {
  for (std::uint64_t page = address.value() / page_size; page * page_size < address.value() + size; ++page)
    pages_.insert(page);
}

std::optional<Address> ImageTarget::find_symbol(const std::string &name, mqs_shim::SymbolKind) {
  const auto found = image_.symbols.find(name);
  return found == image_.symbols.end() ? std::nullopt : std::optional(found->second);
}

std::vector<mpidbg::AddressRange> ImageTarget::private_memory() {
  std::vector<mpidbg::AddressRange> ranges;
  for (const auto &[begin, bytes] : image_.segments) ranges.push_back({Address(begin), Address(begin + bytes.size())});
  return ranges;
}

std::string ImageTarget::build_id_of(const std::string &symbol) {
  const auto found = image_.build_ids.find(symbol);
  return found == image_.build_ids.end() ? std::string() : found->second;
}

}  // namespace images
