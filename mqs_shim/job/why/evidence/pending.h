#pragma once
// Translates communicators, operations, channels and schedules of a report into evidence, and finds the operation that
// a request belongs to.

#include <map>
#include <set>
#include <string>
#include <vector>

#include "mqs_shim/job/why/evidence/evidence.h"
#include "mqs_shim/records/records.h"

namespace mqs_shim::why {

// Describes what a request in memory, or the record of a probe, stands for. `index` is a position in
// Evidence::operations or Evidence::schedules, or in PendingOperations::unclear.
struct Pending {
  // `unclear` stands for requests whose completion depends on something unknown: an operation on a freed communicator,
  // whose ranks can no longer be resolved; an operation on a window, of which it is not known what the target has to
  // do; a generalized request that is completed by a function of the program inside of MPI_Wait. `file` stands for an
  // operation that the library created for file access.
  enum class Kind : std::uint8_t { operation, schedule, program, outside, communicator, unclear, file };
  Kind kind{};
  std::int32_t index = -1;
  Address waiter{};        // address on the stack of the thread that waits for the request; null if not known
  bool of_program = true;  // false: the library's own traffic
};

// Indexes the pending operations of a process by addresses that may be found on its stacks.
struct PendingOperations {
  std::map<Address, Pending> by_request;
  // Maps request handles to the addresses of the requests' records, for libraries in which the two differ.
  std::map<Address, Address> records;
  std::map<Address, std::int32_t> communicators;  // index in Evidence::communicators, by handle
  std::vector<std::string> unclear;               // sentences that say what each unclear request waits for
  // Persistent collectives that are not started, by handle and by the address of the library's record.
  std::set<Address> inactive_collectives;
  // True if by_request has every request of the process. That is so if the library keeps its requests in a table.
  // Otherwise requests may be anywhere in memory.
  bool has_all = false;
};

// Fills the communicators, operations, channels and schedules of `evidence`, and the flags that say which of these
// lists are complete. Returns an index that finds a pending operation by its address.
PendingOperations add_operations(const ProcessReport &report, Evidence &evidence);

// Holds the evidence about operations that can be made from the queues of a report alone. add_operations() puts them at
// the start of Evidence::operations and Evidence::inactive, before the operations that follow from requests and from
// extracted messages.
struct QueuedOperations {
  std::vector<Operation> operations, inactive;
};
QueuedOperations queued_operations(const ProcessReport &report);

}  // namespace mqs_shim::why
