#pragma once
// Work on many targets in several processes: plugins are not thread-safe, and one that crashes or hangs on one target
// takes no other with it.

#include <chrono>
#include <cstddef>
#include <functional>
#include <string>

namespace command {

struct WorkResult {
  std::string bytes;
  std::string problem;  // why there are none: the worker crashed, or took too long; empty if there are
};

struct WorkLimits {
  unsigned workers = 1;
  std::chrono::milliseconds longest{60'000};  // for one item
};

// Calls work(index) for each index below `items` in children of this process, which are forked
// now: they share what it has read so far. Calls take(index, result) here, in the order of the indices, as soon as
// those before are there; a few results for each worker are kept at most.
void work_in_processes(std::size_t items, const WorkLimits &limits, const std::function<std::string(std::size_t)> &work,
                       const std::function<void(std::size_t, WorkResult)> &take);

// How many processors this process may use.
unsigned usable_processors();

}  // namespace command
