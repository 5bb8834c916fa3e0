#pragma once
// What each rank of a job did between two looks at it, which may be minutes apart and of core files: nothing,
// something, or that cannot be said. Facts, not words; verdicts are made of one look (verdict.h).

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "mqs_shim/job/why/verdict/looks.h"

namespace mqs_shim::why {

enum class Pace : std::uint8_t {
  hung,      // waits in the same MPI call, and nothing of it has changed
  unclear,   // the same, of a rank whose library counts nothing: it may have left the call and come back to it
  slow,      // waits in the same MPI call, in which something has moved
  live,      // has made or left calls, or what it tests for has moved
  outside,   // in each look outside of MPI or testing, and nothing of MPI has changed
  stopped,   // by a signal or a debugger, in the second look, or in the first and nothing has moved since
  ended,     // has finalized or exited
  replaced,  // another process has this rank now
  unseen,    // cannot be read, in one of the looks
  left,      // not among the targets of the second look
  joined     // not among those of the first
};

struct RankProgress {
  ProcessId id;
  Pace pace{};
  std::vector<Change> changes;                 // what differs
  std::optional<std::uint32_t> first, second;  // indices of its evidence in the looks; nothing: not there
};

// In the order of the ranks. Of a rank that is given twice in a look, or whose rank is not known, nothing is said but
// that it is unseen.
std::vector<RankProgress> progress_of(std::span<const Evidence> first, std::span<const Evidence> second);

// What a comparison ends with; the values are the exit codes of `mpidbg diff`.
enum class Course : std::uint8_t {
  goes_on = 0,        // no rank is hung
  ranks_missing = 4,  // some are in one look only
  hung = 5,           // some did nothing; that they never will again is for a verdict to say
  unseen = 6          // of some it cannot be said
};
Course course_of(std::span<const RankProgress> ranks);

// Takes the two looks, process by process, and compares them.
class TwoLooks {
 public:
  void add_to_first(Evidence evidence);
  void add_to_second(Evidence evidence);
  void compare();

  // Not before compare().
  const std::vector<Evidence> &first() const { return first_; }
  const std::vector<Evidence> &second() const { return second_; }
  const std::vector<RankProgress> &ranks() const { return ranks_; }

 private:
  std::vector<Evidence> first_, second_;
  std::vector<RankProgress> ranks_;
};

}  // namespace mqs_shim::why
