#pragma once
// What nearly fits and who is where, in words.

#include <string>

#include "mqs_shim/job/why/likely_cause.h"
#include "mqs_shim/job/why/parting.h"
#include "mqs_shim/job/why/roll_calls.h"
#include "mqs_shim/render/why/wait_words.h"

namespace mqs_shim {

// "rank 1 sent tag 8 to rank 0 on MPI_COMM_WORLD, 4 bytes, and no receive for it is posted; rank 0 waits for tag 7:
// only the tag differs"
std::string cause_text(const WaitWords &words, const why::Waits &waits, const why::Cause &cause);

// "MPI_COMM_WORLD: ranks 2-127 are in MPI_Barrier, ranks 0-1 in none"
std::string roll_text(const WaitWords &words, const why::Waits &waits, const why::Roll &roll);

// "rank 3 has entered 41 collectives on MPI_COMM_WORLD, ranks 0-2 42"; empty if all have entered as many, or if nobody
// counts. Of ranks that stood still.
std::string entered_text(const WaitWords &words, const why::Waits &waits, const why::Verdict &verdict,
                         const why::Roll &roll);

// The same of nonblocking collectives, which some libraries count themselves.
std::string begun_text(const WaitWords &words, const why::Waits &waits, const why::Verdict &verdict,
                       const why::Roll &roll);

// "rank 1 is at migrate (swarm.c:3801), ranks 0,2-63 at migrate (swarm.c:3786)"
std::string outliers_text(const WaitWords &words, const why::Waits &waits, const why::Outliers &outliers);

}  // namespace mqs_shim
