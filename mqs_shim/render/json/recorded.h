#pragma once
// Writes what the recorder knows about a process as JSON.

#include "mqs_shim/records/records.h"
#include "mqs_shim/render/json/json_writer.h"

namespace mqs_shim {

// Writes the member "recorder" of a process; writes nothing if the process has no recorder.
void write_recorder(JsonWriter &json, const ProcessReport &report);

}  // namespace mqs_shim
