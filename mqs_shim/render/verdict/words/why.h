#pragma once
// Writes the verdict on a job in words.

#include <string>

#include "mqs_shim/job/why/verdict/inquiry.h"
#include "mqs_shim/render/blocks/block.h"
#include "mqs_shim/render/list_options.h"

namespace mqs_shim {

// Writes the verdict of the inquiry in words, as blocks. judge() must have been called. `seconds` is the time between
// the last two looks, or 0. `launcher` is a text such as "mpirun 4711" if the job consists of all processes below that
// launcher, and empty if the processes were named.
void word_why(const why::Inquiry &inquiry, const ListOptions &lists, double seconds, BlockOutput &output,
              const std::string &launcher = {});

}  // namespace mqs_shim
