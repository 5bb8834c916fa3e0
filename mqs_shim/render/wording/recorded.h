#pragma once
// What the recorder knows, in words. Every line ends in "(recorder)": the rest of an answer is the library's memory.

#include <string>

#include "mqs_shim/render/wording/wording.h"

namespace mqs_shim {

// "3.2 s ago" of a live process; of a dead one the time of day in UTC. Empty for a time that was not taken.
std::string time_text(const RecorderRecord &recorder, std::int64_t time);

// "at main": where a call was made from; empty if it is not known.
std::string site_text(const ProcessReport &report, Address site);

// What belongs in the block of an object of the report: who created it, and what contradicts that; with `full` all
// else, too.
void write_recorded(BlockOutput &output, const ProcessReport &report, int kind, Address handle, bool full);

// Objects of the kind that only the recorder knows; how many they were.
std::size_t write_unseen(BlockOutput &output, const ProcessReport &report, int kind, bool full);

// Below communicators or groups: what they do not show, where the recorder alone knows them.
void write_recorder_limit(BlockOutput &output, const ProcessReport &report);

// "MPI_Recv(..., source=1, tag=99, comm=MPI_COMM_WORLD) at main (a.c:7) for 3.2 s (recorder)". `site`: where the stack
// says that the call was made; empty: what the recorder noted is shown.
std::string recorded_call_text(const ProcessReport &report, const RecordedThreadRecord &thread,
                               const std::string &site);

}  // namespace mqs_shim
