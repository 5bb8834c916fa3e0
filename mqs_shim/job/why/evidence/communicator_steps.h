#pragma once
// Tells which pending messages and nonblocking collectives are steps of a call that makes a communicator, such as
// MPI_Comm_dup or MPI_Comm_create_group.

#include <cstdint>
#include <vector>

#include "mqs_shim/job/why/evidence/evidence.h"
#include "mqs_shim/records/records.h"

namespace mqs_shim::why {

struct Pending;
struct PendingOperations;

// Collects the steps of all communicators that a process is making.
struct CommunicatorSteps {
  std::vector<Address> messages;                // requests of pending messages
  std::vector<std::int32_t> schedules;          // nonblocking collectives, as indices in Evidence::schedules
  std::int32_t of_library = 0, of_program = 0;  // requests that make communicators
  bool visible = true;                          // false: the messages of a request of the library cannot be seen

  // Adds a pending request that makes a communicator, or a part of such a request.
  void add(const RequestRecord &request);
};

// Returns true if all steps belong to one communicator, for which the thread of `record`, in a blocking call, waits.
bool makes_one_communicator(const ThreadRecord &record, const ProcessReport &report, const PendingOperations &pending);

// Removes the steps of a communicator from a list of requests if the list has a request that makes the communicator, of
// which one stays. Requires that makes_one_communicator() is true.
void leave_out_steps(const PendingOperations &pending, std::vector<const Pending *> &requests);

// Returns a condition for each step.
std::vector<Condition> conditions_of_steps(const PendingOperations &pending);

// Marks the nonblocking collectives for which threads wait in calls that take a tag as parts of these calls.
void mark_parts_of_calls(Evidence &evidence);

}  // namespace mqs_shim::why
