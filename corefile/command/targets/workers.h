#pragma once
// Distributes work on many targets over several processes. Plugins are not thread-safe, and a plugin that crashes or
// hangs on one target must not affect the others.

#include <chrono>
#include <cstddef>
#include <functional>
#include <string>

namespace command {

// The result of work on one item.
struct WorkResult {
  std::string bytes;
  std::string problem;  // reason why there are no bytes: the worker crashed or took too long; otherwise empty
};

// Limits for work_in_processes().
struct WorkLimits {
  // The number of processes that work at once.
  unsigned workers = 1;
  std::chrono::milliseconds longest{60'000};  // limit for one item
};

// Calls work(index) for each index below `items` in child processes. The children are forked during the call, so that
// they share all data that this process has read. Calls take(index, result) in this process, in the order of the
// indices, as soon as all earlier results are available. At most a few results per worker are kept.
void work_in_processes(std::size_t items, const WorkLimits &limits, const std::function<std::string(std::size_t)> &work,
                       const std::function<void(std::size_t, WorkResult)> &take);

// Returns the number of processors that this process may use.
unsigned usable_processors();

}  // namespace command
