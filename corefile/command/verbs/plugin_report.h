#pragma once
// Writes the report of `plugin check`, as text and as JSON (plugin.schema.json).

#include <string>

#include "corefile/conformance/plugin_check.h"
#include "mqs_shim/render/json/json_writer.h"

namespace command {

// Returns the text of the report. `any_given` is true if the user has named a target or a made-up process.
std::string plugin_report_text(const mqs_shim::PluginReport &report, bool any_given);
void write_plugin_json(mqs_shim::JsonWriter &json, const mqs_shim::PluginReport &report);

}  // namespace command
