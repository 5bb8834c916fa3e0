#pragma once
// Writes objects that occur in several places of a verdict's JSON (waiting_site and others in mpidbg.schema.json).

#include <cstdint>

#include "mqs_shim/job/why/evidence/evidence.h"
#include "mqs_shim/render/json/json_writer.h"
#include "mqs_shim/render/verdict/words/wait_words.h"

namespace mqs_shim {

// Writes "job" and "rank" as members of the current object.
void write_id(JsonWriter &json, why::ProcessId id);
// Writes who waits: job and rank of the agent's process, the target, the call, the thread and the place of the call.
// Thread and place are null if the agent is a nonblocking collective rather than a thread.
void write_caller(JsonWriter &json, const why::Waits &waits, const WaitWords &words, std::uint32_t agent);
void write_site(JsonWriter &json, const why::Site &site);
// Writes the communicator at `index` in the evidence; null if there is none.
void write_communicator(JsonWriter &json, const why::Evidence &evidence, std::int32_t index);

}  // namespace mqs_shim
