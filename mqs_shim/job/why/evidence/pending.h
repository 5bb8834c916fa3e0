#pragma once
// Translates communicators, operations, channels and schedules of a report into evidence, and finds the operation of a
// request.

#include <map>
#include <set>
#include <string>
#include <vector>

#include "mqs_shim/job/why/evidence/communicator_steps.h"
#include "mqs_shim/job/why/evidence/evidence.h"
#include "mqs_shim/records/records.h"

namespace mqs_shim::why {

// Describes what a request in memory, or the record of a probe, stands for. `index` is a position in
// Evidence::operations or Evidence::schedules, or in PendingOperations::unclear.
struct Pending {
  // `unclear` stands for requests whose completion depends on something unknown. These are operations on a freed
  // communicator, because its ranks can no longer be resolved; operations on a window, if it is not known what the
  // target has to do; and generalized requests that a function of the program completes inside of MPI_Wait. `file`
  // stands for an operation that the library created for file access.
  enum class Kind : std::uint8_t { operation, schedule, program, outside, communicator, unclear, file };
  Kind kind{};
  std::int32_t index = -1;
  Address waiter{};        // an address on the stack of the waiting thread; null if not known
  bool of_program = true;  // false: the library's own traffic
};

// Indexes the pending operations of a process by addresses that may be found on its stacks.
struct PendingOperations {
  std::map<Address, Pending> by_request;
  CommunicatorSteps steps;
  // Maps request handles to the addresses of the requests' records, for libraries in which the two differ.
  std::map<Address, Address> records;
  std::map<Address, std::int32_t> communicators;  // index in Evidence::communicators, by handle
  std::vector<std::string> unclear;               // sentences that say what each unclear request waits for
  // Persistent collectives that are not started, by handle and by the address of the library's record.
  std::set<Address> inactive_collectives;
  // True if by_request has every request of the process, because the library keeps its requests in a table. False if
  // requests may be anywhere in memory.
  bool has_all = false;
};

// Fills in the communicators, operations, channels and schedules of `evidence`, and the flags that tell which lists are
// complete. Returns an index of the pending operations by address.
PendingOperations add_operations(const ProcessReport &report, Evidence &evidence);

// Holds the operations that are known from the queues of a report alone. add_operations() puts them at the start of
// Evidence::operations and Evidence::inactive; operations known from requests and extracted messages follow.
struct QueuedOperations {
  std::vector<Operation> operations, inactive;
};
QueuedOperations queued_operations(const ProcessReport &report);

}  // namespace mqs_shim::why
