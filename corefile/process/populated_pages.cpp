#include "corefile/process/populated_pages.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>

namespace corefile {

namespace {

using Runs = std::optional<std::vector<AddressRange>>;

// Copies of the kernel's structs page_region and pm_scan_arg (linux/fs.h of Linux 6.7), which older headers lack.
struct PageRegion {
  std::uint64_t start, end, categories;
};
struct PagemapScan {
  std::uint64_t size, flags, start, end, walk_end, vec, vec_len, max_pages;
  std::uint64_t category_inverted, category_mask, category_anyof_mask, return_mask;
};
constexpr unsigned long pagemap_scan = _IOWR('f', 16, PagemapScan);
constexpr std::uint64_t is_present = 1u << 3, is_swapped = 1u << 4;

// Bits of an entry in /proc/PID/pagemap, from Documentation/admin-guide/mm/pagemap.rst of Linux.
constexpr std::uint64_t entry_present = std::uint64_t{1} << 63, entry_swapped = std::uint64_t{1} << 62;
constexpr std::uint64_t most_bytes_by_entry = std::uint64_t{64} << 30;

void add_run(std::vector<AddressRange> &runs, Address begin, Address end) {
  if (!runs.empty() && runs.back().end == begin) {
    runs.back().end = end;
  } else {
    runs.push_back({begin, end});
  }
}

Runs scan(int pagemap, const AddressRange &range, std::size_t most) {
  std::vector<AddressRange> runs;
  std::vector<PageRegion> regions(std::min<std::size_t>(most, 4096));
  Address at = range.begin;
  while (at < range.end && runs.size() < most) {
    PagemapScan wanted{};
    wanted.size = sizeof wanted;
    wanted.start = at.value();
    wanted.end = range.end.value();
    wanted.vec = reinterpret_cast<std::uintptr_t>(regions.data());
    wanted.vec_len = std::min(regions.size(), most - runs.size());
    wanted.category_anyof_mask = is_present | is_swapped;
    const int count = ::ioctl(pagemap, pagemap_scan, &wanted);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0 || wanted.walk_end <= at.value()) return std::nullopt;
    for (int i = 0; i < count; ++i) add_run(runs, Address(regions[i].start), Address(regions[i].end));
    at = Address(wanted.walk_end);
  }
  return runs;
}

Runs read_entries(int pagemap, const AddressRange &range, std::size_t most, std::uint64_t page_bytes) {
  if (range.end - range.begin > most_bytes_by_entry) return std::nullopt;
  std::vector<AddressRange> runs;
  std::vector<std::uint64_t> entries(std::size_t{1} << 16);
  std::uint64_t page = range.begin.value() / page_bytes;
  const std::uint64_t end = range.end.value() / page_bytes;
  while (page < end) {
    const std::size_t wanted = std::min<std::uint64_t>(entries.size(), end - page) * sizeof(std::uint64_t);
    const ssize_t got = ::pread(pagemap, entries.data(), wanted, static_cast<off_t>(page * sizeof(std::uint64_t)));
    if (got < 0 && errno == EINTR) continue;
    const std::size_t count = got < 0 ? 0 : static_cast<std::size_t>(got) / sizeof(std::uint64_t);
    if (count == 0) return std::nullopt;
    for (std::size_t i = 0; i < count; ++i, ++page) {
      if ((entries[i] & (entry_present | entry_swapped)) == 0) continue;
      const Address begin(page * page_bytes);
      if (runs.size() == most && runs.back().end != begin) return runs;
      add_run(runs, begin, begin + page_bytes);
    }
  }
  return runs;
}

// Returns the parts of the runs that are in the range. The runs consist of complete pages.
Runs within(const AddressRange &range, Runs runs) {
  if (!runs) return runs;
  for (AddressRange &run : *runs) run = {std::max(run.begin, range.begin), std::min(run.end, range.end)};
  std::erase_if(*runs, [](const AddressRange &run) { return !(run.begin < run.end); });
  return runs;
}

}  // namespace

Runs populated_pages(int pagemap, const AddressRange &range, std::size_t most, PagemapWay way) {
  const long page = ::sysconf(_SC_PAGESIZE);
  if (pagemap < 0 || page <= 0 || most == 0) return std::nullopt;
  const auto page_bytes = static_cast<std::uint64_t>(page);
  const std::uint64_t beyond = range.end.value() % page_bytes;
  const std::uint64_t padding = beyond == 0 ? 0 : page_bytes - beyond;
  if (range.end.value() > UINT64_MAX - padding) return std::nullopt;
  const AddressRange pages{Address(range.begin.value() - range.begin.value() % page_bytes), range.end + padding};
  if (way != PagemapWay::entries) {
    Runs runs = scan(pagemap, pages, most);
    if (runs || way == PagemapWay::scan) return within(range, std::move(runs));
  }
  return within(range, read_entries(pagemap, pages, most, page_bytes));
}

}  // namespace corefile
