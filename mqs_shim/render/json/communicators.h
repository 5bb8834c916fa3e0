#pragma once
// Writes communicators and groups as JSON, as mpidbg.schema.json defines them.

#include "mqs_shim/records/records.h"
#include "mqs_shim/render/json/json_writer.h"

namespace mqs_shim {

void write_communicator(JsonWriter &json, const ProcessReport &report, const CommunicatorRecord &communicator);
void write_group(JsonWriter &json, const ProcessReport &report, const GroupRecord &group);

// Writes the members of a communicator from "name" to "internal", which the answers to `comms` and `queues` have in
// common.
void write_identity(JsonWriter &json, const CommunicatorRecord &communicator);

// Writes the members "job" and "job_rank" of a process that is not in MPI_COMM_WORLD.
void write_job(JsonWriter &json, const ProcessReport &report, int world_rank, std::uint32_t job, std::uint32_t rank);

}  // namespace mqs_shim
