#pragma once
// The memory of a live process that belongs to no file, where its allocators have their objects.

#include <sys/types.h>

#include <vector>

#include "corefile/base.h"

namespace corefile {

enum class MapsWay {
  any,
  query,  // the ioctl PROCMAP_QUERY, of Linux 6.11 and later: the kernel makes no paths of files, which take most of
          // its time
  text    // each line of /proc/PID/maps
};

// Readable and writable mappings by address; without those of files, the stack, the kernel's own, and shared memory.
// Empty if the process has ended, or its mappings may not be read, or the kernel has no such way.
std::vector<AddressRange> read_private_mappings(pid_t pid, MapsWay way = MapsWay::any);

}  // namespace corefile
