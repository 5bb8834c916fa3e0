#pragma once
// Which pages of a live process's anonymous private memory exist: those that it has touched, in memory or swapped out.
// The others are zeros, and whoever reads them makes the kernel build page tables for them.

#include <cstddef>
#include <optional>
#include <vector>

#include "corefile/base.h"

namespace corefile {

enum class PagemapWay {
  any,
  scan,    // the ioctl PAGEMAP_SCAN, of Linux 6.7 and later, which takes no time where there are no pages
  entries  // a word for each page; at most 64 GiB are looked through this way
};

// The first `most` runs of such pages in the range, by address. Reads none of the memory. nullopt if the kernel does
// not say. `pagemap`: /proc/PID/pagemap, open.
std::optional<std::vector<AddressRange>> populated_pages(int pagemap, const AddressRange &range, std::size_t most,
                                                         PagemapWay way = PagemapWay::any);

}  // namespace corefile
