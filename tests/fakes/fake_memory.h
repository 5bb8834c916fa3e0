#pragma once
// The memory of a process that does not exist: any byte order, any pointer size, writable by the test.

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "mpidbg/base/address.h"
#include "mpidbg/base/byte_order.h"

namespace fakes {

using mpidbg::Address;
using mpidbg::ByteOrder;

class FakeMemory {
 public:
  FakeMemory(unsigned pointer_size, ByteOrder order) : pointer_size_(pointer_size), order_(order) {}

  unsigned pointer_size() const { return pointer_size_; }
  ByteOrder byte_order() const { return order_; }

  // Zeroed memory of its own, with unmapped addresses on both sides.
  Address allocate(std::uint64_t size, std::uint64_t alignment = 16);

  // Memory with given contents at a given address; not beside what allocate() gave.
  void map(Address address, std::vector<std::uint8_t> bytes) { blocks_[address.value()] = std::move(bytes); }

  void write(Address address, const void *bytes, std::size_t size);
  void write_integer(Address address, std::uint64_t value, unsigned width);
  void write_pointer(Address address, Address value) { write_integer(address, value.value(), pointer_size_); }
  // With its NUL.
  void write_string(Address address, const std::string &text) { write(address, text.c_str(), text.size() + 1); }
  Address new_string(const std::string &text);

  std::uint64_t read_integer(Address address, unsigned width) const;

  // False if any of the bytes is not mapped.
  bool read(Address address, void *bytes, std::size_t size) const;

  // How many of the `size` bytes from an address on can be read.
  std::size_t readable(Address address, std::size_t size) const;

  // Where everything begins that was allocated or mapped.
  std::vector<Address> block_addresses() const;

  // Everything that was allocated or mapped, as ranges [first, second).
  std::vector<std::pair<Address, Address>> block_ranges() const;

  // From now on reads that touch the address fail, as those of unmapped memory.
  void make_unreadable(Address address) { unreadable_.insert(address.value()); }

 private:
  std::uint8_t *find(Address address, std::size_t size);
  const std::uint8_t *find(Address address, std::size_t size) const;

  unsigned pointer_size_;
  ByteOrder order_;
  std::uint64_t next_ = 0x10000;
  std::map<std::uint64_t, std::vector<std::uint8_t>> blocks_;
  std::set<std::uint64_t> unreadable_;
};

}  // namespace fakes
