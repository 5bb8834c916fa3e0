#pragma once

#include "mqs_shim/job/job_stacks.h"
#include "mqs_shim/render/json/json_writer.h"

namespace mqs_shim {

// Writes the member "jobs" of the answer to `mpidbg stacks`: the merged tree of each job, as mpidbg.schema.json defines
// it.
void write_stacks(JsonWriter &json, const JobStacks &stacks);

}  // namespace mqs_shim
