#pragma once
// That a rank may have left a collective that another one still waits in: then what they do is in order, but for the
// arguments.

#include <string>

#include "mqs_shim/render/verdict/words/wait_words.h"

namespace mqs_shim {

// "the root or a count": by which calls of the same collective can differ.
std::string differing_arguments(const why::Collective &collective);

// "MPI_Bcast", or "a nonblocking collective" of one whose name is not known.
std::string entered_text(const WaitWords &words, const why::Waits &waits, std::uint32_t agent);

// "unless rank 1 is past MPI_Bcast already: then they differ in its arguments, as the root or a count". Empty if
// `process` cannot be past the collective of the agent. `on_another`: what it is in now is on another communicator.
std::string early_leave_text(const WaitWords &words, const why::Waits &waits, std::uint32_t agent,
                             std::uint32_t process, bool on_another);

}  // namespace mqs_shim
