#pragma once
// Writes MPI_T variables, categories and events as JSON.

#include "mqs_shim/job/consistency.h"
#include "mqs_shim/render/json/json_writer.h"
#include "mqs_shim/render/render.h"

namespace mqs_shim {

// Writes the data that the noun shows of the process as members of the current object; writes nothing for other nouns.
void write_variables(JsonWriter &json, const ProcessReport &report, Noun noun, const RenderOptions &options);

// Writes the facts about which ranks disagree as a member of the complete answer; writes nothing for other nouns.
void write_mismatches(JsonWriter &json, Noun noun, const std::vector<Mismatch> &mismatches);

}  // namespace mqs_shim
