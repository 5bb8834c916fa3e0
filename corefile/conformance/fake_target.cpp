#include "corefile/conformance/fake_target.h"

#include <algorithm>
#include <cstring>
#include <iterator>

namespace mqs_shim {

std::optional<std::uint64_t> FakeType::field_offset(const std::string &field) const {
  const auto found = fields.find(field);
  if (found == fields.end()) return std::nullopt;
  return found->second;
}

void FakeTarget::write(std::uint64_t address, const void *bytes, std::size_t size) {
  auto &[start, region] = *std::prev(regions.upper_bound(address));
  std::memcpy(region.data() + (address - start), bytes, size);
}

void FakeTarget::write_number(std::uint64_t address, std::uint64_t value, std::size_t size) {
  std::vector<std::byte> bytes(size);
  mpidbg::encode_unsigned(bytes, value, order_);
  write(address, bytes.data(), size);
}

std::size_t FakeTarget::read_up_to(Address address, void *buffer, std::size_t size) {
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

std::optional<Address> FakeTarget::find_symbol(const std::string &name, SymbolKind kind) {
  const auto &table = kind == SymbolKind::data ? data : functions;
  const auto found = table.find(name);
  if (found == table.end()) return std::nullopt;
  return Address(found->second);
}

const TargetType *FakeTarget::find_type(const std::string &name) {
  ++type_count;
  const auto found = types.find(name);
  return found == types.end() ? nullptr : &found->second;
}

std::string FakeTarget::build_id_of(const std::string &symbol) {
  const auto found = build_ids.find(symbol);
  return found == build_ids.end() ? std::string() : found->second;
}

}  // namespace mqs_shim
