#pragma once
// The verdict on a job in words.

#include <string>

#include "mqs_shim/job/why/verdict/inquiry.h"
#include "mqs_shim/render/blocks/block.h"
#include "mqs_shim/render/list_options.h"

namespace mqs_shim {

// Of an inquiry that was judged. `seconds`: between the two last looks, if
// there were two. `launcher`: "mpirun 4711", below which all processes of the job were taken; empty if they were named.
void word_why(const why::Inquiry &inquiry, const ListOptions &lists, double seconds, BlockOutput &output,
              const std::string &launcher = {});

}  // namespace mqs_shim
