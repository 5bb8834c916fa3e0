#include "corefile/capture/memory_blocks.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace corefile {

namespace {

constexpr std::uint64_t page_bytes = block_bytes * blocks_in_page;
constexpr std::uint64_t most_pages_at_once = 16;

// Returns the mask of the blocks `first` to `last` of a page.
std::uint64_t mask_of(std::uint64_t first, std::uint64_t last) {
  const std::uint64_t from_first = ~std::uint64_t{0} << first;
  return last == blocks_in_page - 1 ? from_first : from_first & ~(~std::uint64_t{0} << (last + 1));
}

std::uint64_t bit_of(std::uint64_t address) {
  return std::uint64_t{1} << (address / block_bytes % blocks_in_page);
}

// Calls visit(first, count) for each run of set bits.
template <class Visit>
void each_run(std::uint64_t mask, Visit visit) {
  for (std::uint64_t first = 0; first < blocks_in_page;) {
    const auto skipped = static_cast<std::uint64_t>(std::countr_zero(mask >> first));
    first += skipped;
    if (first >= blocks_in_page) return;
    const auto count = static_cast<std::uint64_t>(std::countr_one(mask >> first));
    visit(first, count);
    first += count;
  }
}

}  // namespace

void BlockSet::add(Address address, std::uint64_t size) {
  const std::uint64_t begin = address.value();
  if (size == 0 || size - 1 > UINT64_MAX - begin) return;
  const std::uint64_t last = begin + (size - 1);
  for (std::uint64_t page = begin / page_bytes; page <= last / page_bytes; ++page) {
    const std::uint64_t first_block = page == begin / page_bytes ? begin / block_bytes % blocks_in_page : 0;
    const std::uint64_t last_block =
        page == last / page_bytes ? last / block_bytes % blocks_in_page : blocks_in_page - 1;
    pages_[page] |= mask_of(first_block, last_block);
  }
}

void BlockSet::add(const BlockSet &other) {
  for (const auto &[page, mask] : other.pages_) pages_[page] |= mask;
}

bool BlockSet::contains(Address address) const {
  const auto page = pages_.find(address.value() / page_bytes);
  return page != pages_.end() && (page->second & bit_of(address.value())) != 0;
}

void MemoryCopy::prepare(const BlockSet &wanted) {
  for (const auto &[number, mask] : wanted.pages()) pages_[number].wanted |= mask;
}

void MemoryCopy::take(const BlockSet &wanted, const ReadMemory &read) {
  prepare(wanted);
  std::array<std::byte, most_pages_at_once * page_bytes> buffer;
  const auto &sets = wanted.pages();
  for (auto first = sets.begin(); first != sets.end();) {
    std::uint64_t count = 0;
    for (auto next = first; next != sets.end() && next->first == first->first + count && count < most_pages_at_once;
         ++next)
      ++count;
    const std::size_t got = read(Address(first->first * page_bytes), buffer.data(), count * page_bytes);
    for (std::uint64_t i = 0; i < count; ++i, ++first) {
      Page &page = pages_[first->first];
      if ((i + 1) * page_bytes <= got) {
        std::memcpy(page.bytes.data(), buffer.data() + i * page_bytes, page_bytes);
        page.here = ~std::uint64_t{0};
        page.unreadable = 0;
      } else {
        take_blocks(first->first, page, read);
      }
    }
  }
}

// Copies the wanted blocks of a page one by one. Called if a read of several pages has not returned all of this page.
void MemoryCopy::take_blocks(std::uint64_t number, Page &page, const ReadMemory &read) {
  page.here = 0;
  page.unreadable = 0;
  each_run(page.wanted, [&](std::uint64_t first, std::uint64_t count) {
    const std::uint64_t at = number * page_bytes + first * block_bytes;
    const std::size_t got = read(Address(at), page.bytes.data() + first * block_bytes, count * block_bytes);
    const std::uint64_t complete = std::min<std::uint64_t>(got / block_bytes, count);
    if (complete != 0) page.here |= mask_of(first, first + complete - 1);
    if (complete != count) page.unreadable |= mask_of(first + complete, first + count - 1);
  });
}

void MemoryCopy::change_stretches(const std::function<void(std::span<std::byte>)> &change) {
  std::vector<std::byte> bytes;
  for (auto first = pages_.begin(); first != pages_.end();) {
    auto end = first;
    bytes.clear();
    for (std::uint64_t number = first->first; end != pages_.end() && end->first == number; ++end, ++number)
      bytes.insert(bytes.end(), end->second.bytes.begin(), end->second.bytes.end());
    change(bytes);
    for (auto from = bytes.cbegin(); first != end; ++first, from += page_bytes)
      std::copy_n(from, page_bytes, first->second.bytes.begin());
  }
}

std::size_t MemoryCopy::read_up_to(Address address, void *buffer, std::size_t size) const {
  std::size_t done = 0;
  while (done < size && address.value() + done >= address.value()) {
    const std::uint64_t at = address.value() + done;
    const auto page = pages_.find(at / page_bytes);
    if (page == pages_.end()) break;
    const std::uint64_t block = at / block_bytes % blocks_in_page;
    const auto run = static_cast<std::uint64_t>(std::countr_one(page->second.here >> block));
    if (run == 0) break;
    const std::uint64_t into = at % page_bytes;
    const std::size_t part = std::min<std::uint64_t>(size - done, (block + run) * block_bytes - into);
    std::memcpy(static_cast<std::byte *>(buffer) + done, page->second.bytes.data() + into, part);
    done += part;
  }
  return done;
}

bool MemoryCopy::knows(const BlockSet &wanted, const std::vector<AddressRange> &readable) const {
  return std::all_of(wanted.pages().begin(), wanted.pages().end(), [&](const auto &entry) {
    const auto page = pages_.find(entry.first);
    const std::uint64_t known = page == pages_.end() ? 0 : page->second.here | page->second.unreadable;
    bool all = true;
    each_run(entry.second & ~known, [&](std::uint64_t first, std::uint64_t count) {
      const std::uint64_t at = entry.first * page_bytes + first * block_bytes;
      const auto range = std::partition_point(readable.begin(), readable.end(),
                                              [at](const AddressRange &one) { return one.end.value() <= at; });
      if (range != readable.end() && range->begin.value() < at + count * block_bytes) all = false;
    });
    return all;
  });
}

std::vector<MemoryCopy::Run> MemoryCopy::runs(const BlockSet &wanted) const {
  std::vector<Run> all;
  for (const auto &entry : wanted.pages()) {
    const auto page = pages_.find(entry.first);
    if (page == pages_.end()) continue;
    each_run(entry.second & page->second.here, [&](std::uint64_t first, std::uint64_t count) {
      const Address at(page->first * page_bytes + first * block_bytes);
      if (all.empty() || all.back().address + all.back().bytes.size() != at) all.push_back({at, {}});
      const auto begin = page->second.bytes.begin() + static_cast<std::ptrdiff_t>(first * block_bytes);
      all.back().bytes.insert(all.back().bytes.end(), begin, begin + static_cast<std::ptrdiff_t>(count * block_bytes));
    });
  }
  return all;
}

std::vector<MemoryCopy::Run> MemoryCopy::runs_changed(const BlockSet &wanted, const BlockSet &kept,
                                                      const MemoryCopy &later) const {
  BlockSet changed;
  for (const Run &run : runs(wanted)) {
    for (std::size_t at = 0; at < run.bytes.size(); at += block_bytes) {
      std::array<std::byte, block_bytes> bytes;
      const bool is_there = kept.contains(run.address + at) &&
                            later.read_up_to(run.address + at, bytes.data(), bytes.size()) == bytes.size();
      if (!is_there || std::memcmp(bytes.data(), run.bytes.data() + at, block_bytes) != 0)
        changed.add(run.address + at, block_bytes);
    }
  }
  return runs(changed);
}

std::vector<AddressRange> MemoryCopy::present_in(const std::vector<AddressRange> &ranges) const {
  std::vector<AddressRange> present;
  for (const AddressRange &range : ranges) {
    for (auto page = pages_.lower_bound(range.begin.value() / page_bytes);
         page != pages_.end() && page->first * page_bytes < range.end.value(); ++page) {
      each_run(page->second.wanted & page->second.here, [&](std::uint64_t first, std::uint64_t count) {
        const Address begin = std::max(range.begin, Address(page->first * page_bytes + first * block_bytes));
        const Address end = std::min(range.end, Address(page->first * page_bytes + (first + count) * block_bytes));
        if (begin >= end) return;
        if (!present.empty() && present.back().end == begin) {
          present.back().end = end;
        } else {
          present.push_back({begin, end});
        }
      });
    }
  }
  return present;
}

}  // namespace corefile
