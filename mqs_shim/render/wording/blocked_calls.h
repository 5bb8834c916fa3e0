#pragma once
// Names the calls in which threads are blocked, with their communicators, for answers that show no stacks.

#include <set>
#include <string>

#include "mqs_shim/records/records.h"

namespace mqs_shim {

// Returns a text such as "in MPI_Barrier on MPI_COMM_WORLD, in MPI_Win_fence". Empty if no thread is in a call that may
// wait, or if the answer names all these calls elsewhere (`said`). The communicator is known from the internal messages
// of the call. Otherwise it is inferred if the library's part of the stack refers to exactly one communicator. If
// neither is possible, none is named.
std::string blocked_calls_text(const ProcessReport &report, const std::set<std::string> &said = {});

// Returns the communicator of one thread's call, such as " on MPI_COMM_WORLD"; empty if it is not known.
std::string communicator_of_call(const ProcessReport &report, const ThreadRecord &thread);

}  // namespace mqs_shim
