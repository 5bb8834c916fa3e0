#pragma once
// A target made of a map: memory in regions, symbols and types by name. Of either byte order and pointer size.

#include <algorithm>
#include <cstring>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "mpidbg/base/byte_order.h"
#include "mqs_shim/host/target.h"

namespace fake {

using mqs_shim::Address;
using mqs_shim::ByteOrder;

struct Type : mqs_shim::TargetType {
  std::uint64_t bytes = 0;
  std::map<std::string, std::uint64_t> fields;

  std::uint64_t size() const override { return bytes; }
  std::optional<std::uint64_t> field_offset(const std::string &field) const override {
    const auto found = fields.find(field);
    if (found == fields.end()) return std::nullopt;
    return found->second;
  }
};

class Target : public mqs_shim::Target {
 public:
  explicit Target(unsigned pointer_size = 8, ByteOrder order = ByteOrder::little)
      : pointer_size_(pointer_size), order_(order) {}

  std::map<std::uint64_t, std::vector<std::byte>> regions;  // by start address
  std::map<std::string, std::uint64_t> data, functions;
  std::map<std::string, Type> types;
  std::map<std::string, std::string> build_ids;  // by symbol
  std::optional<int> rank;
  int read_count = 0;
  int type_count = 0;

  void add_region(std::uint64_t address, std::size_t size) { regions[address].resize(size); }
  void write(std::uint64_t address, const void *bytes, std::size_t size) {
    auto &[start, region] = *std::prev(regions.upper_bound(address));
    std::memcpy(region.data() + (address - start), bytes, size);
  }
  void write_text(std::uint64_t address, const std::string &text) { write(address, text.c_str(), text.size() + 1); }
  void write_number(std::uint64_t address, std::uint64_t value, std::size_t size) {
    std::vector<std::byte> bytes(size);
    mpidbg::encode_unsigned(bytes, value, order_);
    write(address, bytes.data(), size);
  }
  void write_pointer(std::uint64_t address, std::uint64_t value) { write_number(address, value, pointer_size_); }

  unsigned pointer_size() const override { return pointer_size_; }
  ByteOrder byte_order() const override { return order_; }
  std::size_t read_up_to(Address address, void *buffer, std::size_t size) override {
    ++read_count;
    std::size_t got = 0;
    while (got < size) {
      const std::uint64_t at = address.value() + got;
      auto next = regions.upper_bound(at);
      if (next == regions.begin()) break;
      const auto &[start, region] = *std::prev(next);
      if (at - start >= region.size()) break;
      const std::size_t part = std::min<std::size_t>(size - got, region.size() - (at - start));
      std::memcpy(static_cast<char *>(buffer) + got, region.data() + (at - start), part);
      got += part;
    }
    return got;
  }
  std::optional<Address> find_symbol(const std::string &name, mqs_shim::SymbolKind kind) override {
    const auto &table = kind == mqs_shim::SymbolKind::data ? data : functions;
    const auto found = table.find(name);
    if (found == table.end()) return std::nullopt;
    return Address(found->second);
  }
  const mqs_shim::TargetType *find_type(const std::string &name) override {
    ++type_count;
    const auto found = types.find(name);
    return found == types.end() ? nullptr : &found->second;
  }
  std::optional<int> world_rank() override { return rank; }
  std::string build_id_of(const std::string &symbol) override {
    const auto found = build_ids.find(symbol);
    return found == build_ids.end() ? std::string() : found->second;
  }

 private:
  unsigned pointer_size_;
  ByteOrder order_;
};

// A process with a list of messages, as the test plugins read it: `message_list` points to the first message_t
// {next pointer, int32 peer, int32 tag, int32 length}, one every `stride` bytes.
inline void add_messages(Target &target, std::size_t count, std::size_t stride = 32) {
  constexpr std::uint64_t base = 0x10000;
  const unsigned pointer = target.pointer_size();
  target.types["message_t"] = Type{};
  target.types["message_t"].bytes = pointer + 12;
  target.types["message_t"].fields = {{"next", 0}, {"peer", pointer}, {"tag", pointer + 4}, {"length", pointer + 8}};
  target.add_region(base, 4096 + count * stride + 4096);
  target.data["message_list"] = base;
  target.functions["main"] = 0x1000;
  target.write_pointer(base, count == 0 ? 0 : base + 4096);
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint64_t at = base + 4096 + i * stride;
    target.write_pointer(at, i + 1 < count ? at + stride : 0);
    target.write_number(at + pointer, static_cast<std::uint32_t>(i == 0 ? -1 : static_cast<int>(i)), 4);
    target.write_number(at + pointer + 4, 100 + i, 4);
    target.write_number(at + pointer + 8, 4 * i, 4);
  }
}

}  // namespace fake
