#pragma once
// Writes the verdict on a job as JSON, as mpidbg.schema.json defines it.

#include <string>

#include "mqs_shim/job/why/verdict/inquiry.h"
#include "mqs_shim/render/json/json_description.h"
#include "mqs_shim/render/sink.h"

namespace mqs_shim {

// Writes the verdict of the inquiry, which must have been judged. `seconds` is the time between the last two looks, or
// 0. `launcher` has the same meaning as for word_why().
void write_why_json(const why::Inquiry &inquiry, double seconds, const std::string &launcher, Sink &sink);
// Describes everything that the JSON of a verdict may contain, in order to generate its schema.
void describe_why_json(JsonDescription &description);

}  // namespace mqs_shim
