#pragma once
// What a process may do, as far as others depend on it.

#include <cstdint>

#include "mqs_shim/job/why/evidence/evidence.h"

namespace mqs_shim::why {

enum class Role : std::uint8_t {
  waits,        // nothing: all its threads wait for something, in MPI or for each other
  runs,         // anything; so may all below but `gone`
  polls,        // it runs and was seen to ask whether something is complete
  returning,    // it is in a blocking call that nothing is missing for
  stopped,      // by a signal or a debugger
  not_started,  // it has not called MPI_Init
  unknown,      // its evidence is unreadable, incomplete or ambiguous
  missing,      // it is not among the processes that were looked at
  gone          // nothing: it has finalized or exited
};

// How many threads are in calls of MPI at once although its thread level allows one at most; 0 if that is allowed.
std::size_t forbidden_threads(const Evidence &evidence);

Role role_of(const Evidence &evidence);

// Whether it does nothing until what its threads wait for has come: of one that is stopped, even if it is continued.
// Where messages on their way to it are neither counted nor seen, a process that is stopped may have some that it would
// take in.
bool does_nothing_but_wait(const Evidence &evidence);

// Whether no thread shows what it is in, as of a process that a debugger holds, which lets nobody else read its stacks.
bool hides_calls(const Evidence &evidence);

// Whether all threads are in MPI_Finalize, and none runs a callback of an attribute, which may call MPI.
bool has_made_its_last_call(const Evidence &evidence);

// Whether, besides, no callback is to come and no collective goes on by itself: it does nothing for others any more,
// whatever arrives.
bool is_over(const Evidence &evidence);

// Whether a thread waits for something that is not complete.
bool is_waiting(const Thread &thread);

}  // namespace mqs_shim::why
