#pragma once
// Puts into words the places and collectives in which ranks are.

#include <string>

#include "mqs_shim/job/why/causes/divergence.h"
#include "mqs_shim/job/why/causes/participation.h"
#include "mqs_shim/render/verdict/words/wait_words.h"

namespace mqs_shim {

// Returns a text about who takes part in which collective, such as "MPI_COMM_WORLD: ranks 2-127 are in MPI_Barrier,
// ranks 0-1 in none".
std::string participation_text(const WaitWords &words, const why::Waits &waits, const why::Participation &roll);

// Returns a text such as "rank 3 has entered 41 collectives on MPI_COMM_WORLD, ranks 0-2 42". Empty if all ranks have
// entered the same number, or if it is not counted. Considers only ranks that stood still.
std::string entered_text(const WaitWords &words, const why::Waits &waits, const why::Verdict &verdict,
                         const why::Participation &roll);

// Returns a text like that of entered_text() about nonblocking collectives, which some libraries count themselves.
std::string begun_text(const WaitWords &words, const why::Waits &waits, const why::Verdict &verdict,
                       const why::Participation &roll);

// Returns a text about ranks that are not at the place of most ranks, such as "rank 1 is at migrate (swarm.c:3801),
// ranks 0,2-63 at migrate (swarm.c:3786)".
std::string outliers_text(const WaitWords &words, const why::Waits &waits, const why::Outliers &outliers);

}  // namespace mqs_shim
