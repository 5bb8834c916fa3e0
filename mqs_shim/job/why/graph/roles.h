#pragma once
// Determines what a process may still do for the processes that depend on it.

#include <cstdint>

#include "mqs_shim/job/why/evidence/evidence.h"

namespace mqs_shim::why {

// Summarizes what one process may do.
enum class Role : std::uint8_t {
  waits,        // does nothing, as all its threads wait, either in MPI or for each other
  runs,         // may do anything; so may the processes of all roles below except `gone`
  polls,        // runs, and was seen to test whether something is complete
  returning,    // is in a blocking call all of whose conditions are met
  stopped,      // is stopped by a signal or a debugger
  not_started,  // has not called MPI_Init
  unknown,      // has unreadable, incomplete or ambiguous evidence
  missing,      // is not among the inspected processes
  gone          // does nothing more, as it has finalized or exited
};

// Returns how many threads are in MPI calls at once, if the thread level allows only one; returns 0 if the level is
// respected.
std::size_t forbidden_threads(const Evidence &evidence);

Role role_of(const Evidence &evidence);

// Returns true if the process does nothing until something that its threads wait for arrives. For a stopped process:
// true if it would do nothing even if it were continued. A stopped process may still receive messages that are on their
// way. If these are neither counted nor visible, the result is false for it.
bool does_nothing_but_wait(const Evidence &evidence);

// Returns true if no thread's call is known, as for a process whose stacks cannot be read because another debugger has
// attached to it.
bool hides_calls(const Evidence &evidence);

// Returns true if all threads are in MPI_Finalize and none of them runs an attribute callback, which could call MPI.
bool has_made_its_last_call(const Evidence &evidence);

// Returns true if the process does nothing for others any more, whatever it receives: has_made_its_last_call() is true,
// no callback is left to run, and no collective makes progress by itself.
bool is_over(const Evidence &evidence);

// Returns true if the thread waits for something that is not complete.
bool is_waiting(const Thread &thread);

// Returns true if a thread of the process is in an MPI call that returns only after a wait, whether or not the
// conditions of the wait are visible.
bool is_in_blocking_call(const Evidence &evidence);

}  // namespace mqs_shim::why
