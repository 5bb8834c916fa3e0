#pragma once
// Writes the answer of `pmpi` for one process, as text and as JSON (pmpi.schema.json).

#include <string>

#include "corefile/mpi/mpi_profiling.h"
#include "mqs_shim/render/json/json_writer.h"

namespace command {

// Returns the lines of the text, the first of which starts with the target's name.
std::string pmpi_text(const std::string &target, const corefile::MpiProfiling &profiling, bool verbose);

// Writes the answer for one process, as an element of the JSON array "processes".
void write_pmpi_json(mqs_shim::JsonWriter &json, const std::string &target, const corefile::MpiProfiling &profiling);

}  // namespace command
