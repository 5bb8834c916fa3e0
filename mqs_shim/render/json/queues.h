#pragma once
// Writes the queues of a process as JSON.

#include "mqs_shim/render/json/json_writer.h"
#include "mqs_shim/render/selection.h"

namespace mqs_shim {

// Writes the members "complete", "communicators" and "unclaimed" of a process.
void write_queues(JsonWriter &json, const ProcessReport &report, const Selection &selection);

}  // namespace mqs_shim
