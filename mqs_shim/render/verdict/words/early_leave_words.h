#pragma once
// Puts a reservation into words: one rank may have left a collective in which another rank still waits. In that case
// the calls of the two ranks are in the right order, and only their arguments may differ.

#include <string>
#include <vector>

#include "mqs_shim/render/verdict/words/wait_words.h"

namespace mqs_shim {

// Names the arguments in which calls of the same collective can differ, such as "the root or a count".
std::string differing_arguments(const why::Collective &collective);

// Returns the name of the collective that the agent (a waiting rank) has entered, such as "MPI_Bcast", or "a
// nonblocking collective" if the name is not known.
std::string entered_text(const WaitWords &words, const why::Waits &waits, std::uint32_t agent);

// Returns a text such as "unless rank 1 is past MPI_Bcast already: then they differ in its arguments, as the root or a
// count". Empty if `process` cannot have left the collective in which the agent (a waiting rank) is. `on_another` says
// that `process` is now in a collective on another communicator.
std::string early_leave_text(const WaitWords &words, const why::Waits &waits, std::uint32_t agent,
                             std::uint32_t process, bool on_another);

// Returns such texts about a finding: one for each call in which its agents wait for processes that may have left the
// call, or that have left it for certain, where collectives are counted.
std::vector<std::string> early_leave_texts(const WaitWords &words, const why::Waits &waits, const why::Verdict &verdict,
                                           const why::Finding &finding);

}  // namespace mqs_shim
