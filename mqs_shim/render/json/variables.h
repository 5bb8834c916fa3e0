#pragma once
// Writes MPI_T variables, categories and events as JSON.

#include "mqs_shim/job/consistency.h"
#include "mqs_shim/render/json/json_writer.h"
#include "mqs_shim/render/render.h"

namespace mqs_shim {

// If the noun is cvars, pvars, categories, events or sources: writes the process's data of that kind as members of the
// current object. Writes nothing for any other noun.
void write_variables(JsonWriter &json, const ProcessReport &report, Noun noun, const RenderOptions &options);

// For nouns whose data is compared between ranks, such as `cvars`: writes the properties in which ranks disagree, as a
// member of the complete answer. Writes nothing for any other noun.
void write_mismatches(JsonWriter &json, Noun noun, const std::vector<Mismatch> &mismatches);

}  // namespace mqs_shim
