#include "mqs_shim/host/page_cache.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

namespace mqs_shim {

PageCache::PageCache(Target &target, std::size_t capacity)
    : target_(target),
      capacity_(capacity),
      slot_count_(static_cast<Index>(capacity / page_size)),
      slots_(new Slot[slot_count_]),
      pages_(new std::byte[capacity]),
      buckets_(std::bit_ceil(slot_count_), none),
      run_(new std::byte[most_pages * page_size]) {}

void PageCache::drop() {
  for (Index slot = 0; slot < used_; ++slot) bucket_of(slots_[slot].page) = none;
  used_ = 0;
  oldest_ = newest_ = none;
  walks_.fill({});
  recent_page_ = no_page;
  recent_ = nullptr;
}

bool PageCache::read(Address address, void *buffer, std::size_t size) {
  if (address.value() + size >= address.value()) target_.note_wanted(address, size);
  return read_searched(address, buffer, size);
}

bool PageCache::read_searched(Address address, void *buffer, std::size_t size) {
  ++statistics_.reads;
  if (address.value() + size < address.value()) return false;
  const std::uint64_t trips_before = statistics_.round_trips;
  auto *out = static_cast<std::byte *>(buffer);
  // A large read is not cached. It is part of a search that reads all memory once, and would evict all other pages.
  bool ok = true;
  if (size > capacity_ / 32) {
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

// Returns the bucket of a page. Neighbouring pages get neighbouring buckets. High and low bits of the address have the
// same influence.
PageCache::Index &PageCache::bucket_of(std::uint64_t page) {
  return buckets_[(page ^ page >> 12 ^ page >> 24) & (buckets_.size() - 1)];
}

const std::byte *PageCache::find(std::uint64_t page) {
  for (Index slot = bucket_of(page); slot != none; slot = slots_[slot].next) {
    if (slots_[slot].page != page) continue;
    if (slot != newest_) {
      unlink(slot);
      make_newest(slot);
    }
    recent_page_ = page;
    recent_ = bytes_of(slot);
    return recent_;
  }
  return nullptr;
}

const std::byte *PageCache::load(std::uint64_t page, std::size_t wanted) {
  // The last page of the address space is never read, because the address of its end does not fit into 64 bits.
  const std::uint64_t last_page = ~std::uint64_t{0} / page_size;
  const auto known = std::find_if(walks_.begin(), walks_.end(),
                                  [&](const Walk &walk) { return page == walk.end || page + 1 == walk.begin; });
  Walk &walk = known == walks_.end() ? walks_[next_walk_++ % walks_.size()] : *known;
  const bool goes_on = known != walks_.end(), goes_down = goes_on && page != walk.end;
  const std::size_t before = goes_down && page < last_page ? missing_before(page) : 0;
  if (before != 0 && fetch(page - before, before + 1) == before + 1) {
    walk = {page - before, page + 1};
    return find(page);
  }
  const std::size_t run = std::max(goes_on && !goes_down ? run_pages : 1, std::min(wanted, most_pages));
  std::size_t count = static_cast<std::size_t>(std::min<std::uint64_t>(run, last_page - page));
  for (std::size_t i = 1; i < count; ++i) {
    if (find(page + i) != nullptr) count = i;
  }
  const std::size_t got = count == 0 ? 0 : fetch(page, count);
  if (got == 0) return nullptr;
  walk = {page, page + got};
  return find(page);
}

// Returns how many pages directly before `page` are not cached, so that they should be read together with it.
std::size_t PageCache::missing_before(std::uint64_t page) {
  std::size_t count = 0;
  while (count + 1 < run_pages && count < page && find(page - count - 1) == nullptr) ++count;
  return count;
}

// Reads `count` pages from the target and caches them up to the first unreadable page. Returns the number of pages that
// were cached.
std::size_t PageCache::fetch(std::uint64_t page, std::size_t count) {
  ++statistics_.round_trips;
  const std::size_t got =
      std::min(target_.read_up_to(Address(page * page_size), run_.get(), count * page_size), count * page_size);
  statistics_.bytes += got;
  const std::size_t whole = got / page_size;
  // The pages are added in reverse order, so that the first one is the most recently used.
  for (std::size_t i = whole; i-- > 0;) std::memcpy(make_room(page + i), run_.get() + i * page_size, page_size);
  return whole;
}

std::byte *PageCache::make_room(std::uint64_t page) {
  Index slot = used_;
  if (used_ < slot_count_) {
    ++used_;
  } else {
    slot = oldest_;
    Index *link = &bucket_of(slots_[slot].page);
    while (*link != slot) link = &slots_[*link].next;
    *link = slots_[slot].next;
    unlink(slot);
  }
  Index &bucket = bucket_of(page);
  slots_[slot].page = page;
  slots_[slot].next = std::exchange(bucket, slot);
  make_newest(slot);
  recent_page_ = no_page;
  return bytes_of(slot);
}

// Removes the slot from the list of slots, which is in the order of last use.
void PageCache::unlink(Index slot) {
  const Index older = slots_[slot].older, newer = slots_[slot].newer;
  (older == none ? oldest_ : slots_[older].newer) = newer;
  (newer == none ? newest_ : slots_[newer].older) = older;
}

void PageCache::make_newest(Index slot) {
  slots_[slot].older = newest_;
  slots_[slot].newer = none;
  (newest_ == none ? oldest_ : slots_[newest_].newer) = slot;
  newest_ = slot;
}

bool PageCache::read_exactly(Address address, void *buffer, std::size_t size) {
  ++statistics_.round_trips;
  const std::size_t got = target_.read_up_to(address, buffer, size);
  statistics_.bytes += std::min(got, size);
  return got == size;
}

}  // namespace mqs_shim
