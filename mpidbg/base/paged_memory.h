#pragma once
// Reads a process's memory by whole pages and keeps them, for walks that read many small things close to each other.

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

// Copies up to `size` bytes; how many could be read.
using ReadMemory = std::function<std::size_t(Address address, void *buffer, std::size_t size)>;

class PagedMemory {
 public:
  explicit PagedMemory(ReadMemory read) : read_(std::move(read)) {}

  // From here on `told` hears of what is asked for, which is less than the pages that are read.
  void tell(std::function<void(Address address, std::size_t size)> told) { told_ = std::move(told); }

  // True if all of it could be read.
  bool read(Address address, void *buffer, std::size_t size);

  // As it is in memory: for bytes and for structs of this machine.
  template <class T>
  std::optional<T> value(Address address) {
    T result;
    if (!read(address, &result, sizeof result)) return std::nullopt;
    return result;
  }

  // Without its NUL; nothing if it is unreadable or longer than `longest`.
  std::optional<std::string> string(Address address, std::size_t longest);

  // Reads the pages from `address` on in one go, as far as they can be read and at most `size` bytes.
  void prefetch(Address address, std::size_t size);

 private:
  static constexpr std::size_t page_size = 4096;
  static constexpr std::size_t most_pages = 4096;  // then it starts afresh
  using Page = std::vector<std::byte>;             // shorter than a page where memory ends

  const Page &page_at(std::uint64_t page_address);

  ReadMemory read_;
  std::function<void(Address, std::size_t)> told_;
  std::unordered_map<std::uint64_t, Page> pages_;
};

}  // namespace mpidbg
