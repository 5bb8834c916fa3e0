#pragma once
// RankSummary holds data of one rank, so that `why`, `ranks`, `stacks`, `queues` and `comms` can answer when the rank
// can no longer be inspected.

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

// Holds the record of one rank. Contains the addresses of communicators, windows and files, and of records by which
// sends are found. Other addresses, such as those of requests, buffers and stacks, are different in each process, and
// no statement about several ranks depends on them. They are needed only to compare two looks at the rank, and are
// dropped after that.
struct RankSummary {
  why::Evidence evidence;  // evidence of the last look
  // The number of looks that read the same data; whether the rank was equal in the last two of them (why::Looks); and
  // what differed.
  std::uint32_t looks = 1;
  bool equal = false;
  std::optional<why::Change> change;
  // The clock of the times below. If empty, it is the node's clock, which counts since 1970. Otherwise it counts since
  // the boot of a machine with this id; times of different boots cannot be compared.
  std::string boot;
  // Times in nanoseconds: when all ranks of the node had been seen once, and when the last look began.
  std::int64_t first_look_ended = 0, last_look_began = 0;
  std::int64_t clock_error = -1;  // maximum error of the clock in nanoseconds; -1: not known
  ProcessReport report;           // report of the last look
  int code = 0;                   // exit code of the collecting command for this rank alone
};

// Removes the parts of the record that describe() does not visit, in order to save memory.
void reduce(RankSummary &rank);

// Splits the record into its shape and the values of this rank. Many ranks have the same shape.
Row to_row(const RankSummary &rank);
// Says whether from_row() reads the members of groups in reports. In each rank's report, they take space in proportion
// to the number of ranks. The groups in the evidence are always read, because ranks share them.
enum class GroupMembers : std::uint8_t { read, left_out };

// Restores a record. `shape` and `gaps` may be hostile: any inconsistency is an error.
mpidbg::Result<RankSummary> from_row(std::string_view shape, Gaps &gaps, GroupMembers members = GroupMembers::read);

// Encodes a record for another process of the same program: the evidence with all of its addresses, and the report as
// reduce() leaves it. unpack() decodes it.
std::string pack(const RankSummary &rank);
mpidbg::Result<RankSummary> unpack(std::string_view bytes);

}  // namespace mqs_shim::summaries
