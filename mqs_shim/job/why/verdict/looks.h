#pragma once
// Two looks at the same processes: which of them did nothing in between, as far as can be seen.

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "mqs_shim/job/why/evidence/evidence.h"

namespace mqs_shim::why {

// A difference between two looks at a process.
enum class Change : std::uint8_t {
  state,       // it has finalized, been stopped, died, or cannot be read any more
  calls,       // threads, their calls or the stack pointers of these
  operations,  // requests, messages that have arrived, pieces of them
  schedules,   // rounds of nonblocking collectives
  communicators,
  windows,  // epochs and locks
  counters  // numbers of messages sent and taken, counters of the layer
};

constexpr Change last_of(Change) {
  return Change::counters;
}

struct Movement {
  std::uint32_t process = 0;  // in the second look
  Change change{};
};

struct Looks {
  // For each process of the second look: it was there in the first look and did nothing in between. Of one without any
  // counters that cannot be said: a loop of equal calls looks equal each time. Nor of a core file, which is one
  // picture.
  std::vector<bool> equal;
  std::vector<Movement> moved;  // those where something has changed
};

// The looks may have their processes in different orders. A process that runs is never equal: nothing is known of what
// it does between the looks.
Looks compare(std::span<const Evidence> first, std::span<const Evidence> second);

// The same for one process; nothing: equal.
std::optional<Change> change_of(const Evidence &first, const Evidence &second);

// All that differs, in the order of Change.
std::vector<Change> changes_of(const Evidence &first, const Evidence &second);

// Whether a process that does something leaves a trace of it in its evidence. Without one, two equal pictures of a
// process in a blocking call may be of two calls.
bool leaves_traces(const Evidence &evidence);

}  // namespace mqs_shim::why
