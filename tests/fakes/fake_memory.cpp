#include "tests/fakes/fake_memory.h"

#include <algorithm>
#include <cstring>
#include <stdexcept>

namespace fakes {

Address FakeMemory::allocate(std::uint64_t size, std::uint64_t alignment) {
  next_ = (next_ + 256 + alignment - 1) / alignment * alignment;
  const Address address(next_);
  blocks_[next_].assign(size, 0);
  next_ += size;
  return address;
}

const std::uint8_t *FakeMemory::find(Address address, std::size_t size) const {
  auto block = blocks_.upper_bound(address.value());
  if (block == blocks_.begin()) return nullptr;
  --block;
  const std::uint64_t offset = address.value() - block->first;
  if (offset > block->second.size() || size > block->second.size() - offset) return nullptr;
  return block->second.data() + offset;
}

std::uint8_t *FakeMemory::find(Address address, std::size_t size) {
  return const_cast<std::uint8_t *>(static_cast<const FakeMemory *>(this)->find(address, size));
}

void FakeMemory::write(Address address, const void *bytes, std::size_t size) {
  std::uint8_t *place = find(address, size);
  if (place == nullptr) throw std::logic_error("the test writes outside of the fake memory");
  std::memcpy(place, bytes, size);
}

void FakeMemory::write_integer(Address address, std::uint64_t value, unsigned width) {
  std::byte bytes[8];
  mpidbg::encode_unsigned(std::span(bytes).first(width), value, order_);
  write(address, bytes, width);
}

std::uint64_t FakeMemory::read_integer(Address address, unsigned width) const {
  std::byte bytes[8];
  if (!read(address, bytes, width)) throw std::logic_error("the test reads outside of the fake memory");
  return mpidbg::decode_unsigned(std::span(bytes).first(width), order_);
}

Address FakeMemory::new_string(const std::string &text) {
  // Strings are read in pieces that may reach beyond their end, as far as the page does.
  const Address address = allocate(text.size() + 1 + 128);
  write_string(address, text);
  return address;
}

std::vector<Address> FakeMemory::block_addresses() const {
  std::vector<Address> addresses;
  for (const auto &[address, bytes] : blocks_) addresses.emplace_back(address);
  return addresses;
}

std::vector<std::pair<Address, Address>> FakeMemory::block_ranges() const {
  std::vector<std::pair<Address, Address>> ranges;
  for (const auto &[address, bytes] : blocks_) ranges.emplace_back(address, Address(address + bytes.size()));
  return ranges;
}

std::size_t FakeMemory::readable(Address address, std::size_t size) const {
  auto block = blocks_.upper_bound(address.value());
  if (block == blocks_.begin()) return 0;
  --block;
  const std::uint64_t offset = address.value() - block->first;
  if (offset >= block->second.size()) return 0;
  size = std::min<std::size_t>(size, block->second.size() - offset);
  const auto poisoned = unreadable_.lower_bound(address.value());
  return poisoned == unreadable_.end() ? size : std::min<std::size_t>(size, *poisoned - address.value());
}

bool FakeMemory::read(Address address, void *bytes, std::size_t size) const {
  const auto poisoned = unreadable_.lower_bound(address.value());
  if (poisoned != unreadable_.end() && *poisoned < address.value() + size) return false;
  const std::uint8_t *place = find(address, size);
  if (place == nullptr) return false;
  std::memcpy(bytes, place, size);
  return true;
}

}  // namespace fakes
