#pragma once
// What the recorder knows, as JSON: $defs/recorder in mpidbg.schema.json.

#include "mqs_shim/records/records.h"
#include "mqs_shim/render/json/json_writer.h"

namespace mqs_shim {

// The member "recorder" of a process; nothing where it has none.
void write_recorder(JsonWriter &json, const ProcessReport &report);

}  // namespace mqs_shim
