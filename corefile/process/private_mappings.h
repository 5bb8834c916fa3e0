#pragma once
// Lists the memory of a live process that belongs to no file. Allocators keep their objects there.

#include <sys/types.h>

#include <vector>

#include "corefile/base.h"

namespace corefile {

// Says which interface of the kernel is used.
enum class MapsWay {
  any,
  // The ioctl PROCMAP_QUERY of Linux 6.11 and later. The kernel then need not build the paths of files, which takes
  // most of the time of `text`.
  query,
  // Reads the lines of /proc/PID/maps.
  text
};

// Returns readable and writable mappings by address, except for files, stacks, the kernel's own mappings, and shared
// memory. The result is empty if the process has ended, if its mappings cannot be read, or if the kernel lacks the
// interface.
std::vector<AddressRange> read_private_mappings(pid_t pid, MapsWay way = MapsWay::any);

}  // namespace corefile
