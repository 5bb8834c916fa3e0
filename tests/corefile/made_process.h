#pragma once
// A process that has what a test gives it, and nothing else.

#include <algorithm>
#include <cstring>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "corefile/dwarf/type_index.h"
#include "corefile/process/process.h"

namespace corefile_test {

class MadeProcess : public corefile::Process {
 public:
  std::string name() const override { return "made up"; }
  pid_t pid() const override { return 41; }
  unsigned pointer_size() const override { return 8; }
  corefile::ByteOrder byte_order() const override { return corefile::ByteOrder::little; }
  std::size_t read_up_to(corefile::Address address, void *buffer, std::size_t size) const override {
    auto segment = memory.upper_bound(address.value());
    if (segment == memory.begin() || size == 0) return 0;
    --segment;
    const std::uint64_t at = address.value() - segment->first;
    if (at >= segment->second.size()) return 0;
    const std::size_t part = std::min<std::size_t>(size, segment->second.size() - at);
    std::memcpy(buffer, segment->second.data() + at, part);
    return part;
  }
  std::vector<corefile::AddressRange> private_memory() const override { return {}; }
  std::vector<corefile::AddressRange> readable_memory() const override {
    std::vector<corefile::AddressRange> ranges;
    for (const auto &[begin, bytes] : memory)
      ranges.push_back({corefile::Address(begin), corefile::Address(begin + bytes.size())});
    return ranges;
  }
  const std::vector<corefile::Module> &modules() const override { return modules_of_test; }
  std::optional<corefile::Address> find_symbol(std::string_view name, corefile::SymbolKind) const override {
    const auto found = symbols.find(name);
    return found == symbols.end() ? std::nullopt : std::optional(found->second.address);
  }
  const corefile::Module *module_defining(std::string_view name) const override {
    const auto found = symbols.find(name);
    return found == symbols.end() ? nullptr : &modules_of_test[found->second.module];
  }
  std::vector<corefile::SourcePlace> source_places(const corefile::Frame &frame) const override {
    const auto found = places.find(frame.pc.value());
    return found == places.end() ? std::vector<corefile::SourcePlace>{} : found->second;
  }
  const corefile::StructType *find_type(std::string_view) const override { return nullptr; }
  std::vector<corefile::ThreadStatus> thread_statuses() const override { return threads; }
  corefile::Result<std::vector<corefile::ThreadStack>> stacks() override { return stacks_of_test; }
  corefile::Environment initial_environment() const override { return {}; }
  std::vector<std::string> warnings() const override { return {}; }

  struct Symbol {
    std::size_t module = 0;
    corefile::Address address{};
  };
  std::map<std::uint64_t, std::string> memory;
  std::vector<corefile::Module> modules_of_test;
  std::map<std::string, Symbol, std::less<>> symbols;
  std::map<std::uint64_t, std::vector<corefile::SourcePlace>> places;  // by the pc of a frame
  std::vector<corefile::ThreadStatus> threads;
  std::vector<corefile::ThreadStack> stacks_of_test;
};

}  // namespace corefile_test
