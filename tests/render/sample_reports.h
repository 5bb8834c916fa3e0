#pragma once
// Reports as a session would give them, made by hand.

#include <string>

#include "mqs_shim/records/records.h"

namespace sample {

// Rank 0 of 2: two receives and an arrived message on "my dup", and a blocking receive on MPI_COMM_WORLD.
mqs_shim::ProcessReport hung_rank();

// One of everything: intercommunicator, topologies, sends, persistent, matched, out of order, internal, unclaimed,
// names out of hostile memory.
mqs_shim::ProcessReport rich_rank();

// As a plain MQD plugin answers.
mqs_shim::ProcessReport plain_rank();

mqs_shim::ProcessReport unseen_rank();  // pml cm: no queue can be seen
mqs_shim::ProcessReport failed_rank();  // no permission

// Variables and categories of every shape.
mqs_shim::ProcessReport rank_with_variables();
// The same job's next rank, with two snapshots, events and sources; and with properties that are others than there.
mqs_shim::ProcessReport rank_with_history();

}  // namespace sample
