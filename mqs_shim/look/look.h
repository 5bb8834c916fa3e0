#pragma once
// One look at one process: holds it still, reads its stacks, asks the plugin what they make worth asking, lets it go.

#include <cstdint>

#include "mqs_shim/look/inspected_process.h"
#include "mqs_shim/records/noun.h"
#include "mqs_shim/session/questions.h"

namespace mqs_shim {

enum class LookEnd : std::uint8_t {
  done,
  not_enough,  // something of what was asked cannot be seen
  failed       // the process cannot be inspected, or an object that was asked for does not exist
};

struct Look {
  ProcessReport report;
  LookEnd end = LookEnd::done;  // unless it is `done`, the report has an error or a warning that says why
};

struct LookOptions {
  bool stacks = true;       // false: neither threads nor what they wait for
  bool all_frames = false;  // source lines for the frames of the MPI library, too
};

// The report names everything that cannot be read.
Look look_at(InspectedProcess &process, Noun noun, const Questions &questions, const LookOptions &options = {});

}  // namespace mqs_shim
