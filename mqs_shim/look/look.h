#pragma once
// Takes one look at one process: holds it, reads its stacks, asks the plugin what the user's question (the noun) and
// the stacks require, and resumes it.

#include <cstdint>

#include "mqs_shim/look/inspected_process.h"
#include "mqs_shim/records/noun.h"
#include "mqs_shim/session/questions.h"

namespace mqs_shim {

// Says how successful a look was.
enum class LookEnd : std::uint8_t {
  done,
  not_enough,  // some of the requested data cannot be seen
  failed       // the process cannot be inspected, or the requested object does not exist
};

// Holds the result of a look.
struct Look {
  ProcessReport report;
  LookEnd end = LookEnd::done;  // unless it is `done`, the report contains an error or a warning with the reason
};

// Selects what a look reads in addition to the plugin's answers.
struct LookOptions {
  bool stacks = true;       // false: reads neither threads nor what they wait for
  bool all_frames = false;  // adds source lines also to the frames of the MPI library
  bool sockets = true;      // for Noun::why: reads the TCP sockets after the process has been resumed
};

// Looks at the process, which is running again afterwards. The report mentions everything that could not be read.
Look look_at(InspectedProcess &process, Noun noun, const Questions &questions, const LookOptions &options = {});

}  // namespace mqs_shim
