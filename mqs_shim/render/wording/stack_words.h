#pragma once
// Places on merged stacks in words.

#include <string>

#include "mqs_shim/job/stack_tree.h"

namespace mqs_shim {

// "exchange (stencil.c:88)", "MPI_Recv", "thread of a library: pmix-progress"
std::string place_text(const StackPlace &place);

// "ranks 0,2-127", with the number of threads where it is another one: "rank 1, 3 threads"
std::string ranks_text(const StackNode &node);

}  // namespace mqs_shim
