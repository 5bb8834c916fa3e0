#pragma once
// Writes in words what the recorder knows about the calls of threads in a verdict.

#include "mqs_shim/job/why/verdict/verdict.h"
#include "mqs_shim/render/blocks/block.h"
#include "mqs_shim/render/list_options.h"
#include "mqs_shim/render/verdict/words/wait_words.h"

namespace mqs_shim {

// Writes two sections: first the recorded calls (the current ones with their arguments, and the last completed ones),
// then the processes whose records cannot be read. Writes nothing for processes without a recorder.
void write_recorded_calls(const why::Waits &waits, const why::Verdict &verdict, const WaitWords &words,
                          const ListOptions &lists, BlockOutput &output);

}  // namespace mqs_shim
