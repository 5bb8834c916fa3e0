#pragma once
// Variables, categories and events of MPI_T as JSON: $defs/cvar and so on in mpidbg.schema.json.

#include "mqs_shim/job/consistency.h"
#include "mqs_shim/render/json/json_writer.h"
#include "mqs_shim/render/render.h"

namespace mqs_shim {

// What the noun shows of the process, as members of the object that is open; nothing for other nouns.
void write_variables(JsonWriter &json, const ProcessReport &report, Noun noun, const RenderOptions &options);

// The facts on which ranks of the job disagree, as a member of the complete answer; nothing for other nouns.
void write_mismatches(JsonWriter &json, Noun noun, const std::vector<Mismatch> &mismatches);

}  // namespace mqs_shim
