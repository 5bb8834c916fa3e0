#pragma once
// Communicators, operations, channels and schedules of a report, as evidence; and which operation a request is.

#include <map>
#include <set>
#include <string>
#include <vector>

#include "mqs_shim/job/why/evidence/evidence.h"
#include "mqs_shim/records/records.h"

namespace mqs_shim::why {

// By what memory names a request, or the record of a probe. The index is of Evidence::operations or ::schedules, or of
// PendingOperations::unclear.
struct Pending {
  // unclear: an operation on a communicator that was freed, so that nobody knows whom its ranks mean, or one of a
  // window, of which it is not known what it takes at the target, or a generalized one that a function of the program
  // completes in calls that wait. file: one that the library has made for an operation on a file.
  enum class Kind : std::uint8_t { operation, schedule, program, outside, communicator, unclear, file };
  Kind kind{};
  std::int32_t index = -1;
  Address waiter{};        // on the stack of the thread that waits for it; null: not known
  bool of_program = true;  // false: the library's own traffic
};

struct PendingOperations {
  std::map<Address, Pending> by_request;
  std::map<Address, Address> records;             // by handle of a request, which it is in the standard ABI of MPICH
  std::map<Address, std::int32_t> communicators;  // by handle
  std::vector<std::string> unclear;               // what each waits for, in words
  // Persistent collectives that are not started, by handle and by the record of the library.
  std::set<Address> inactive_collectives;
  // No request is missing in by_request. So it is where requests have records: the library has a table of them all.
  // Those of others lie anywhere.
  bool has_all = false;
};

// Fills communicators, operations, channels, schedules and what is known of their completeness.
PendingOperations add_operations(const ProcessReport &report, Evidence &evidence);

// The operations that follow from the queues of a report alone. add_operations() puts them at the start of
// Evidence::operations and Evidence::inactive; after them come those of requests and of extracted messages.
struct QueuedOperations {
  std::vector<Operation> operations, inactive;
};
QueuedOperations queued_operations(const ProcessReport &report);

}  // namespace mqs_shim::why
