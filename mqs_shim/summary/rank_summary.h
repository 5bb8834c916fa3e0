#pragma once
// What `why`, `ranks`, `stacks`, `queues` and `comms` need of one rank, when nobody can look at it any more.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "mpidbg/base/result.h"
#include "mqs_shim/job/why/evidence/evidence.h"
#include "mqs_shim/job/why/verdict/looks.h"
#include "mqs_shim/records/records.h"
#include "mqs_shim/summary/row.h"

namespace mqs_shim::summaries {

// Addresses are left out but for those of communicators, windows and files, and for records by which sends are found:
// requests, buffers and stacks are at other places in each process, and nothing that is said of several ranks depends
// on them. What does, whether two looks were equal, is decided before.
struct RankSummary {
  why::Evidence evidence;  // of the last look
  // Of several looks that asked for the same, whether the last two were equal (why::Looks), and what differed.
  std::uint32_t looks = 1;
  bool equal = false;
  std::optional<why::Change> change;
  // The clock of the times below. Empty: that of the node, since 1970; else since the start of a machine, which this id
  // is of. Times of different starts cannot be compared.
  std::string boot;
  // In nanoseconds: all of the node's ranks had been seen once, and the last look began.
  std::int64_t first_look_ended = 0, last_look_began = 0;
  std::int64_t clock_error = -1;  // how wrong that clock may be at most; -1: nobody knows
  ProcessReport report;           // of the last look
  int code = 0;                   // what the command that looked would end with, for this rank
};

// Makes the record small: takes out what is not described.
void reduce(RankSummary &rank);

Row to_row(const RankSummary &rank);
// Of reports: the members of groups take as much room in each rank as there are ranks. Those in the evidence, which
// ranks share, are always there.
enum class GroupMembers : std::uint8_t { read, left_out };

// Of a shape that may be hostile: an error if anything in it does not fit.
mpidbg::Result<RankSummary> from_row(std::string_view shape, Gaps &gaps, GroupMembers members = GroupMembers::read);

// For another process of the same program: the evidence with all of its addresses, and the report as reduce() leaves
// it.
std::string pack(const RankSummary &rank);
mpidbg::Result<RankSummary> unpack(std::string_view bytes);

}  // namespace mqs_shim::summaries
