#pragma once
// The list of `mpidbg jobs`, as text and as JSON (jobs.schema.json).

#include <string>
#include <vector>

#include "corefile/mpi/local_jobs.h"
#include "mqs_shim/render/json/json_writer.h"

namespace command {

// A heading and a line for each job; `verbose` adds a line for each rank. Times are in the local zone. Says so if there
// are none.
std::string jobs_text(const std::vector<corefile::LocalJob> &jobs, bool verbose);

void write_jobs_json(mqs_shim::JsonWriter &json, const std::vector<corefile::LocalJob> &jobs);

// "mpirun.openmpi, 4 ranks of ./solver"
std::string job_words(const corefile::LocalJob &job);

}  // namespace command
