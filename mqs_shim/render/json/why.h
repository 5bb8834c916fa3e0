#pragma once
// The verdict on a job as JSON; see mpidbg.schema.json.

#include "mqs_shim/job/why/inquiry.h"
#include "mqs_shim/render/sink.h"

namespace mqs_shim {

// Of an inquiry that was judged. `seconds`: between the last two looks, if there were two.
void write_why_json(const why::Inquiry &inquiry, double seconds, Sink &sink);

}  // namespace mqs_shim
