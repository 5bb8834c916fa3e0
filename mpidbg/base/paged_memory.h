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

// Copies up to `size` bytes from a process and returns the number of bytes that could be read.
using ReadMemory = std::function<std::size_t(Address address, void *buffer, std::size_t size)>;

class PagedMemory {
 public:
  explicit PagedMemory(ReadMemory read) : read_(std::move(read)) {}

  // Sets a function that is called with each range that callers request. The pages that are actually read are larger.
  void tell(std::function<void(Address address, std::size_t size)> told) { told_ = std::move(told); }

  // Copies `size` bytes from the process. Returns true if all could be read.
  bool read(Address address, void *buffer, std::size_t size);

  // Returns the value at an address without any conversion, for bytes and for structs of this machine.
  template <class T>
  std::optional<T> value(Address address) {
    T result;
    if (!read(address, &result, sizeof result)) return std::nullopt;
    return result;
  }

  // Returns the string at an address without its NUL; nullopt if it is unreadable or longer than `longest`.
  std::optional<std::string> string(Address address, std::size_t longest);

  // Reads up to `size` bytes with a single read, starting with the page of `address`, and caches the pages that could
  // be read.
  void prefetch(Address address, std::size_t size);

 private:
  static constexpr std::size_t page_size = 4096;
  // The number of cached pages at which the cache is emptied.
  static constexpr std::size_t most_pages = 4096;
  // The bytes of a page, which is cut off where memory ends.
  using Page = std::vector<std::byte>;

  // Returns a page from the cache, after reading it if necessary. The reference is valid until the next call.
  const Page &page_at(std::uint64_t page_address);

  ReadMemory read_;
  std::function<void(Address, std::size_t)> told_;
  std::unordered_map<std::uint64_t, Page> pages_;
};

}  // namespace mpidbg
