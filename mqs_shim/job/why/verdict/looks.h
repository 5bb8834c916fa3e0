#pragma once
// Compares two looks at the same processes, in order to find the processes that did nothing visible in between. A look
// is one reading of all processes.

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "mqs_shim/job/why/evidence/evidence.h"

namespace mqs_shim::why {

// Names a difference between two looks at a process.
enum class Change : std::uint8_t {
  state,       // the process has finalized, been stopped, died, or become unreadable
  calls,       // threads, their calls, or the stack pointers of these calls
  operations,  // requests, arrived messages, or transferred bytes
  schedules,   // rounds of nonblocking collectives
  communicators,
  windows,  // epochs and locks
  counters  // numbers of messages sent and received, and counters of the layer
};

constexpr Change last_of(Change) {
  return Change::counters;
}

// Says that a process has changed between the looks.
struct Movement {
  std::uint32_t process = 0;  // index in the second look
  Change change{};
};

// Holds the result of comparing two looks.
struct Looks {
  // For each process of the second look, true if it is in both looks and did nothing in between. Always false for a
  // process without counters, as a loop of equal calls looks the same each time. Always false for a core file, as it
  // has only one snapshot.
  std::vector<bool> equal;
  std::vector<Movement> moved;  // processes in which something has changed
};

// Compares two looks, which may list processes in different orders. A process that runs is never equal, as it is not
// known what it did between the looks.
Looks compare(std::span<const Evidence> first, std::span<const Evidence> second);

// Compares two looks at one process. Returns nothing if they are equal.
std::optional<Change> change_of(const Evidence &first, const Evidence &second);

// Returns all differences, in the order of Change.
std::vector<Change> changes_of(const Evidence &first, const Evidence &second);

// Returns true if a process leaves a trace in its evidence whenever it does something. Without a trace, two equal
// snapshots of a process in a blocking call may show two different calls.
bool leaves_traces(const Evidence &evidence);

}  // namespace mqs_shim::why
