#pragma once
// The calls that threads are blocked in, with their communicator, for nouns that show no stacks.

#include <set>
#include <string>

#include "mqs_shim/records/records.h"

namespace mqs_shim {

// "in MPI_Barrier on MPI_COMM_WORLD, in MPI_Win_fence"; empty if no thread is in a call that may wait, or all of these
// are `said` elsewhere. The communicator is that of the library's own messages for the call, else the only one that the
// library has at hand in it, which is inferred; none is named where neither is known.
std::string blocked_calls_text(const ProcessReport &report, const std::set<std::string> &said = {});

// The first half of it for one thread: " on MPI_COMM_WORLD"; empty if it is not known.
std::string communicator_of_call(const ProcessReport &report, const ThreadRecord &thread);

}  // namespace mqs_shim
