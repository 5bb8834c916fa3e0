#pragma once
// Puts places on merged stacks into words.

#include <string>

#include "mqs_shim/job/stack_tree.h"

namespace mqs_shim {

// Returns a text such as "exchange (stencil.c:88)", "MPI_Recv" or "thread of a library: pmix-progress".
std::string place_text(const StackPlace &place);

// Returns a text such as "ranks 0,2-127", with the number of threads if it differs: "rank 1, 3 threads".
std::string ranks_text(const StackNode &node);

}  // namespace mqs_shim
