#pragma once
// Communicators, operations, channels and schedules of a report, as evidence; and which operation a request is.

#include <map>
#include <vector>

#include "mqs_shim/job/why/evidence.h"
#include "mqs_shim/records/records.h"

namespace mqs_shim::why {

// By what memory names a request, or the record of a probe. The index is of Evidence::operations or ::schedules.
struct Pending {
  enum class Kind : std::uint8_t { operation, schedule, program, outside, communicator };
  Kind kind{};
  std::int32_t index = -1;
  Address waiter{};        // on the stack of the thread that waits for it; null: not known
  bool of_program = true;  // false: the library's own traffic
};

struct PendingOperations {
  std::map<Address, Pending> by_request;
  std::map<Address, std::int32_t> communicators;  // by handle
  // No request is missing in by_request. So it is where handles are numbers, and with them the library has a table of
  // all; where they are addresses, some lie anywhere.
  bool has_all = false;
};

// Fills communicators, operations, channels, schedules and what is known of their completeness.
PendingOperations add_operations(const ProcessReport &report, Evidence &evidence);

}  // namespace mqs_shim::why
