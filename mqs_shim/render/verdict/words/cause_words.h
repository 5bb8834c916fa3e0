#pragma once
// Puts into words the likely causes of a hang.

#include <string>

#include "mqs_shim/job/why/causes/likely_cause.h"
#include "mqs_shim/render/verdict/words/wait_words.h"

namespace mqs_shim {

// Returns a sentence such as "rank 1 sent tag 8 to rank 0 on MPI_COMM_WORLD, 4 bytes, and no receive for it is posted;
// rank 0 waits for tag 7: only the tag differs".
std::string cause_text(const WaitWords &words, const why::Waits &waits, const why::Cause &cause);

}  // namespace mqs_shim
