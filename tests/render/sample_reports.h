#pragma once
// Reports as a session would give them, made by hand.

#include <vector>

#include "mqs_shim/records/records.h"
#include "mqs_shim/render/render.h"

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

// hung_rank() with objects of every kind in their various states, and what its recorder noted of them.
mqs_shim::ProcessReport rank_with_objects();
// A process of which only its recorder's words are known.
mqs_shim::ProcessReport rank_of_record_alone();
// The report as a question for the noun leaves it: without the lists, and the recorder's words about objects, of other
// kinds.
mqs_shim::ProcessReport as_asked(const mqs_shim::ProcessReport &report, mqs_shim::Noun noun);
// The objects of rank_with_objects() one by one, as answers about one object.
std::vector<mqs_shim::ProcessReport> shown_objects();

}  // namespace sample
