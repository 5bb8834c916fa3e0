#pragma once
// Reads a process's memory in complete pages and caches them, for walks that read many small items close to each other.

#include <cstdint>
#include <cstring>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "mpidbg/base/address.h"

namespace mpidbg {

// Copies up to `size` bytes and returns how many could be read.
using ReadMemory = std::function<std::size_t(Address address, void *buffer, std::size_t size)>;

class PagedMemory {
 public:
  explicit PagedMemory(ReadMemory read) : read_(std::move(read)) {}

  // Sets a function that is called with each requested range, which is smaller than the pages that are read.
  void tell(std::function<void(Address address, std::size_t size)> told) { told_ = std::move(told); }

  // Returns true if everything could be read.
  bool read(Address address, void *buffer, std::size_t size);

  // Returns a value as it is in memory, for bytes and structs of this machine.
  template <class T>
  std::optional<T> value(Address address) {
    T result;
    if (!read(address, &result, sizeof result)) return std::nullopt;
    return result;
  }

  // Returns the string without its NUL; nullopt if it is unreadable or longer than `longest`.
  std::optional<std::string> string(Address address, std::size_t longest);

  // Reads the pages from `address` on at once, as far as they can be read and at most `size` bytes.
  void prefetch(Address address, std::size_t size);

 private:
  static constexpr std::size_t page_size = 4096;
  // When this many are cached, the cache is emptied.
  static constexpr std::size_t most_pages = 4096;
  // Shorter than a page at the end of memory.
  using Page = std::vector<std::byte>;

  // Returns a page of the cache, which is read if it is missing. The reference is valid until the next call.
  const Page &page_at(std::uint64_t page_address);

  ReadMemory read_;
  std::function<void(Address, std::size_t)> told_;
  std::unordered_map<std::uint64_t, Page> pages_;
};

}  // namespace mpidbg
