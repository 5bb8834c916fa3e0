#pragma once
// Writes the likely causes of a verdict as JSON (likely_cause in mpidbg.schema.json).

#include "mqs_shim/job/why/verdict/verdict.h"
#include "mqs_shim/render/json/json_writer.h"
#include "mqs_shim/render/verdict/words/wait_words.h"

namespace mqs_shim {

// Writes an array with the likely causes, in the order in which the text of the verdict lists them.
void write_likely_causes(JsonWriter &json, const why::Waits &waits, const why::Verdict &verdict,
                         const WaitWords &words);

}  // namespace mqs_shim
