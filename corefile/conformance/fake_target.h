#pragma once
// FakeTarget is a process made of maps: memory in regions, symbols and types by name, for either byte order and pointer
// size.
//
// Plugins are tested with such processes, which process_script.h builds. Unit tests use them for the shim's own code.

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "mqs_shim/host/target.h"

namespace mqs_shim {

// A struct type with its size and the offsets of its fields in bytes.
struct FakeType : TargetType {
  std::uint64_t bytes = 0;
  std::map<std::string, std::uint64_t> fields;

  std::uint64_t size() const override { return bytes; }
  std::optional<std::uint64_t> field_offset(const std::string &field) const override;
};

// A process whose contents are the public members, which may be changed at any time.
class FakeTarget : public Target {
 public:
  explicit FakeTarget(unsigned pointer_size = 8, ByteOrder order = ByteOrder::little)
      : pointer_size_(pointer_size), order_(order) {}

  std::map<std::uint64_t, std::vector<std::byte>> regions;  // memory by start address
  std::map<std::string, std::uint64_t> data, functions;
  std::map<std::string, FakeType> types;
  std::map<std::string, std::string> build_ids;  // of modules, by the name of one of their symbols
  std::optional<int> rank;
  std::uint64_t base = 0;  // address at which the objects of a script start
  // Number of calls of read_up_to() and of find_type(), for tests of caching.
  int read_count = 0;
  int type_count = 0;

  // Adds a region of zeros.
  void add_region(std::uint64_t address, std::size_t size) { regions[address].resize(size); }
  // Each of these functions writes to memory, and must stay within one region.
  void write(std::uint64_t address, const void *bytes, std::size_t size);
  void write_text(std::uint64_t address, const std::string &text) { write(address, text.c_str(), text.size() + 1); }
  void write_number(std::uint64_t address, std::uint64_t value, std::size_t size);
  void write_pointer(std::uint64_t address, std::uint64_t value) { write_number(address, value, pointer_size_); }

  unsigned pointer_size() const override { return pointer_size_; }
  ByteOrder byte_order() const override { return order_; }
  std::size_t read_up_to(Address address, void *buffer, std::size_t size) override;
  std::optional<Address> find_symbol(const std::string &name, SymbolKind kind) override;
  const TargetType *find_type(const std::string &name) override;
  std::optional<int> world_rank() override { return rank; }
  std::string build_id_of(const std::string &symbol) override;

 private:
  unsigned pointer_size_;
  ByteOrder order_;
};

}  // namespace mqs_shim
