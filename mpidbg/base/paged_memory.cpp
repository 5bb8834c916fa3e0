#include "mpidbg/base/paged_memory.h"

#include <algorithm>

namespace mpidbg {

const PagedMemory::Page &PagedMemory::page_at(std::uint64_t page_address) {
  if (pages_.size() >= most_pages && !pages_.contains(page_address)) pages_.clear();
  auto [it, is_new] = pages_.try_emplace(page_address);
  if (is_new) {
    it->second.resize(page_size);
    it->second.resize(read_(Address(page_address), it->second.data(), page_size));
  }
  return it->second;
}

bool PagedMemory::read(Address address, void *buffer, std::size_t size) {
  auto *out = static_cast<std::byte *>(buffer);
  std::uint64_t at = address.value();
  if (size > UINT64_MAX - at) return false;
  if (told_) told_(address, size);
  while (size > 0) {
    const std::uint64_t into = at % page_size;
    const std::size_t part = std::min<std::size_t>(size, page_size - into);
    const Page &page = page_at(at - into);
    if (page.size() >= into + part) {
      std::memcpy(out, page.data() + into, part);
    } else if (read_(Address(at), out, part) != part) {  // part of the page may be unreadable
      return false;
    }
    out += part;
    at += part;
    size -= part;
  }
  return true;
}

std::optional<std::string> PagedMemory::string(Address address, std::size_t longest) {
  std::string text;
  for (std::uint64_t at = address.value(); text.size() <= longest;) {
    const std::uint64_t into = at % page_size;
    const Page &page = page_at(at - into);
    std::span<const std::byte> rest(page);
    rest = rest.subspan(std::min<std::size_t>(into, rest.size()));
    Page behind_hole;
    if (rest.empty()) {
      behind_hole.resize(page_size - into);
      behind_hole.resize(read_(Address(at), behind_hole.data(), behind_hole.size()));
      rest = behind_hole;
    }
    if (rest.empty()) return std::nullopt;
    const char *const begin = reinterpret_cast<const char *>(rest.data());
    const std::size_t part = ::strnlen(begin, rest.size());
    if (told_) told_(Address(at), std::min(part + 1, rest.size()));
    text.append(begin, part);
    if (part < rest.size()) return text.size() <= longest ? std::optional(text) : std::nullopt;
    if (into + rest.size() < page_size || at + part < at) return std::nullopt;
    at += part;
  }
  return std::nullopt;
}

void PagedMemory::prefetch(Address address, std::size_t size) {
  const std::uint64_t first = address.value() & ~std::uint64_t{page_size - 1};
  Page bytes(size);
  bytes.resize(read_(Address(first), bytes.data(), size));
  for (std::size_t at = 0; at + page_size <= bytes.size(); at += page_size) {
    pages_.try_emplace(first + at, bytes.begin() + static_cast<std::ptrdiff_t>(at),
                       bytes.begin() + static_cast<std::ptrdiff_t>(at + page_size));
  }
}

}  // namespace mpidbg
