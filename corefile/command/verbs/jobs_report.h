#pragma once
// Writes the list of `mpidbg jobs`, as text and as JSON (jobs.schema.json).

#include <string>
#include <vector>

#include "corefile/mpi/local_jobs.h"
#include "mqs_shim/render/json/json_writer.h"

namespace command {

// Returns a heading and one line for each job; `verbose` adds a line for each rank. Times are in the local time zone.
// An empty list becomes a sentence.
std::string jobs_text(const std::vector<corefile::LocalJob> &jobs, bool verbose);

// Writes the list as a member of the current JSON object.
void write_jobs_json(mqs_shim::JsonWriter &json, const std::vector<corefile::LocalJob> &jobs);

// Describes a job in a few words, such as "mpirun.openmpi, 4 ranks of ./solver".
std::string job_words(const corefile::LocalJob &job);

}  // namespace command
