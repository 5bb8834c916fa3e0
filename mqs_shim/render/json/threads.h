#pragma once

#include "mqs_shim/records/thread.h"
#include "mqs_shim/render/json/json_writer.h"

namespace mqs_shim {

// Writes "threads" of a process, as mpidbg.schema.json defines it: each thread with its call and the place of the call.
void write_threads(JsonWriter &json, const std::vector<ThreadRecord> &threads);

}  // namespace mqs_shim
