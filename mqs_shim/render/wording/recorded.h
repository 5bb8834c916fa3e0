#pragma once
// Writes in words what the recorder knows. Every line ends in "(recorder)", because the rest of an answer comes from
// the library's memory.

#include <string>

#include "mqs_shim/render/wording/wording.h"

namespace mqs_shim {

// Returns a text for a recorded time: "3.2 s ago" or the like for a live process, and the time of day in UTC for a dead
// one. Empty if the time was not recorded.
std::string time_text(const RecorderRecord &recorder, std::int64_t time);

// Returns the place of a call, such as "at main"; empty if it is not known.
std::string site_text(const ProcessReport &report, Address site);

// Writes the most important recorded facts about an object into the object's block: which call created it, and where
// the record disagrees with the memory of the library. With `full`, writes all recorded facts.
void write_recorded(BlockOutput &output, const ProcessReport &report, int kind, Address handle, bool full);

// Writes the objects of this kind that are known only to the recorder, and returns their number.
std::size_t write_unseen(BlockOutput &output, const ProcessReport &report, int kind, bool full);

// Writes which facts are missing because only a recorder's record was read. The text is for the end of a list of
// communicators or groups.
void write_recorder_limit(BlockOutput &output, const ProcessReport &report);

// Returns a text such as "MPI_Recv(..., source=1, tag=99, comm=MPI_COMM_WORLD) at main (a.c:7) for 3.2 s (recorder)".
// `site` is the place of the call on the stack; if it is empty, the place that the recorder noted is used.
std::string recorded_call_text(const ProcessReport &report, const RecordedThreadRecord &thread,
                               const std::string &site);

}  // namespace mqs_shim
