#pragma once

#include "mqs_shim/records/thread.h"
#include "mqs_shim/render/json/json_writer.h"

namespace mqs_shim {

// "threads" of a process, as mpidbg.schema.json says: each with its call, and where the program made it.
void write_threads(JsonWriter &json, const std::vector<ThreadRecord> &threads);

}  // namespace mqs_shim
