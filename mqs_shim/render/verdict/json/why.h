#pragma once
// The verdict on a job as JSON; see mpidbg.schema.json.

#include <string>

#include "mqs_shim/job/why/verdict/inquiry.h"
#include "mqs_shim/render/sink.h"

namespace mqs_shim {

// Of an inquiry that was judged. `seconds`: between the last two looks, if there were two. `launcher`: as of
// word_why().
void write_why_json(const why::Inquiry &inquiry, double seconds, const std::string &launcher, Sink &sink);

}  // namespace mqs_shim
