#include "mqs_shim/host/page_cache.h"

#include <algorithm>
#include <cstring>

namespace mqs_shim {

PageCache::PageCache(Target &target, std::size_t capacity)
    : target_(target),
      capacity_(capacity),
      tags_(capacity / page_size / ways),
      pages_(new std::byte[capacity]),
      run_(new std::byte[most_pages * page_size]) {
  drop();
}

void PageCache::drop() {
  for (Set &set : tags_) {
    set.page.fill(no_page);
    set.last_use.fill(0);
  }
  next_page_ = no_page;
  recent_page_ = no_page;
  recent_ = nullptr;
}

bool PageCache::read(Address address, void *buffer, std::size_t size) {
  ++statistics_.reads;
  if (address.value() + size < address.value()) return false;
  const std::uint64_t trips_before = statistics_.round_trips;
  auto *out = static_cast<std::byte *>(buffer);
  // A read larger than the cache would only evict everything.
  bool ok = true;
  if (size > capacity_ / 4) {
    ok = read_exactly(address, out, size);
  } else {
    std::uint64_t at = address.value();
    std::size_t left = size;
    while (left > 0) {
      const std::uint64_t page = at / page_size;
      const std::size_t offset = at % page_size;
      const std::size_t part = std::min(left, page_size - offset);
      const std::byte *data = page == recent_page_ ? recent_ : find(page);
      if (data == nullptr) data = load(page, (offset + left + page_size - 1) / page_size);
      if (data != nullptr) {
        std::memcpy(out, data + offset, part);
      } else if (!read_exactly(Address(at), out, part)) {
        ok = false;
        break;
      }
      out += part;
      at += part;
      left -= part;
    }
  }
  if (statistics_.round_trips == trips_before) ++statistics_.hits;
  return ok;
}

const std::byte *PageCache::find(std::uint64_t page) {
  const std::size_t index = page % tags_.size();
  Set &set = tags_[index];
  for (std::size_t way = 0; way < ways; ++way) {
    if (set.page[way] != page) continue;
    set.last_use[way] = ++clock_;
    recent_page_ = page;
    recent_ = pages_.get() + (index * ways + way) * page_size;
    return recent_;
  }
  return nullptr;
}

const std::byte *PageCache::load(std::uint64_t page, std::size_t wanted) {
  // The last page of the address space has no end that could be written down.
  const std::uint64_t last_page = ~std::uint64_t{0} / page_size;
  const std::size_t run = std::max(page == next_page_ ? run_pages : 1, std::min(wanted, most_pages));
  std::size_t count = static_cast<std::size_t>(std::min<std::uint64_t>(run, last_page - page));
  for (std::size_t i = 1; i < count; ++i) {
    if (find(page + i) != nullptr) count = i;
  }
  if (count == 0) return nullptr;
  ++statistics_.round_trips;
  const std::size_t got =
      std::min(target_.read_up_to(Address(page * page_size), run_.get(), count * page_size), count * page_size);
  statistics_.bytes += got;
  const std::size_t whole = got / page_size;
  if (whole == 0) return nullptr;
  next_page_ = page + whole;
  // Backwards, so that the page that was asked for is the most recent one.
  for (std::size_t i = whole; i-- > 0;) std::memcpy(make_room(page + i), run_.get() + i * page_size, page_size);
  return find(page);
}

std::byte *PageCache::make_room(std::uint64_t page) {
  const std::size_t index = page % tags_.size();
  Set &set = tags_[index];
  const auto oldest =
      static_cast<std::size_t>(std::min_element(set.last_use.begin(), set.last_use.end()) - set.last_use.begin());
  set.page[oldest] = page;
  set.last_use[oldest] = ++clock_;
  recent_page_ = no_page;
  return pages_.get() + (index * ways + oldest) * page_size;
}

bool PageCache::read_exactly(Address address, void *buffer, std::size_t size) {
  ++statistics_.round_trips;
  const std::size_t got = target_.read_up_to(address, buffer, size);
  statistics_.bytes += std::min(got, size);
  return got == size;
}

}  // namespace mqs_shim
