#pragma once
// What a recorder says of the calls of threads that a verdict is about.

#include "mqs_shim/job/why/verdict/verdict.h"
#include "mqs_shim/render/blocks/block.h"
#include "mqs_shim/render/list_options.h"
#include "mqs_shim/render/verdict/words/wait_words.h"

namespace mqs_shim {

// Two sections: the calls that they are in, with their arguments, and the last ones that have returned; and of whom the
// record cannot be read. Nothing of processes without a recorder.
void write_recorded_calls(const why::Waits &waits, const why::Verdict &verdict, const WaitWords &words,
                          const ListOptions &lists, BlockOutput &output);

}  // namespace mqs_shim
