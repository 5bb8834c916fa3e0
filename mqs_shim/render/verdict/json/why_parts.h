#pragma once
// Objects that the JSON of a verdict has in several places; see waiting_site and the like in mpidbg.schema.json.

#include <cstdint>

#include "mqs_shim/job/why/evidence/evidence.h"
#include "mqs_shim/render/json/json_writer.h"
#include "mqs_shim/render/verdict/words/wait_words.h"

namespace mqs_shim {

// Members of the object that is open: "job" and "rank".
void write_id(JsonWriter &json, why::ProcessId id);
// The same, the target, the call, the thread and where it made the call. Of a schedule thread and site are null.
void write_caller(JsonWriter &json, const why::Waits &waits, const WaitWords &words, std::uint32_t agent);
void write_site(JsonWriter &json, const why::Site &site);
// Null if there is none.
void write_communicator(JsonWriter &json, const why::Evidence &evidence, std::int32_t index);

}  // namespace mqs_shim
