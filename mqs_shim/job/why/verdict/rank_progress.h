#pragma once
// Classifies what each rank of a job did between two looks. The looks may be minutes apart, and may be core files. The
// result consists of facts; other files put them into words. What they mean for the job is for the verdict (verdict.h).

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "mqs_shim/job/why/verdict/looks.h"

namespace mqs_shim::why {

// Says what a rank did between the two looks.
enum class Pace : std::uint8_t {
  still,     // is in the same MPI call, and nothing in it has changed
  unclear,   // like `still`, but its library counts nothing, so that it may have left the call and entered it again
  slow,      // is in the same MPI call, in which something has moved
  live,      // has entered or left calls, or an operation that it tests has moved
  computes,  // is outside of MPI in both looks, nothing in MPI has changed, and it has used processor time
  outside,   // is outside of MPI or testing in both looks, and nothing in MPI has changed
  stopped,   // is stopped by a signal or a debugger in the second look, or was in the first and has not moved since
  ended,     // has finalized or exited
  replaced,  // another process has this rank now
  unseen,    // cannot be read in one of the looks
  left,      // is not among the targets of the second look
  joined     // is not among the targets of the first look
};

// Describes one rank in both looks.
struct RankProgress {
  ProcessId id;
  Pace pace{};
  std::vector<Change> changes;                 // all differences between the looks
  std::int64_t processor_milliseconds = 0;     // time that it has used outside of MPI, in code of the program
  std::optional<std::uint32_t> first, second;  // index of its evidence in each look; nothing if it is not in the look
};

// Returns the ranks in ascending order. A rank that occurs twice in a look, or whose number is not known, is `unseen`.
std::vector<RankProgress> progress_of(std::span<const Evidence> first, std::span<const Evidence> second);

// Takes two looks, process by process, and compares them.
class TwoLooks {
 public:
  void add_to_first(Evidence evidence);
  void add_to_second(Evidence evidence);
  void compare();

  // Return the results, which are valid after compare().
  const std::vector<Evidence> &first() const { return first_; }
  const std::vector<Evidence> &second() const { return second_; }
  const std::vector<RankProgress> &ranks() const { return ranks_; }

 private:
  std::vector<Evidence> first_, second_;
  std::vector<RankProgress> ranks_;
};

}  // namespace mqs_shim::why
