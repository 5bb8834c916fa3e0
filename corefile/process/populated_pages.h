#pragma once
// Determines which pages of a live process's anonymous private memory exist: those that it has touched, in memory or
// swapped out. All others are zeros, and reading them makes the kernel build page tables.

#include <cstddef>
#include <optional>
#include <vector>

#include "corefile/base.h"

namespace corefile {

// Says which interface of the kernel is used.
enum class PagemapWay {
  any,
  // The ioctl PAGEMAP_SCAN of Linux 6.7 and later, which takes no time for memory without pages.
  scan,
  // Reads one word per page, for at most 64 GiB.
  entries
};

// Returns the first `most` runs of existing pages in the range, by address, without reading the memory. Returns nullopt
// if the kernel does not provide the information. `pagemap` is an open descriptor of /proc/PID/pagemap.
std::optional<std::vector<AddressRange>> populated_pages(int pagemap, const AddressRange &range, std::size_t most,
                                                         PagemapWay way = PagemapWay::any);

}  // namespace corefile
