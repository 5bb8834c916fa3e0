#pragma once
// Answers why a job does not make progress. Takes the evidence of its processes, look by look, and judges it. One look
// reads every process once.

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "mqs_shim/job/why/verdict/verdict.h"
#include "mqs_shim/records/records.h"

namespace mqs_shim::why {

// The limit for processes that are held at the same time.
inline constexpr std::size_t most_held = 256;

// Collects one look at the processes after another, and judges what was seen. Usage: add() for each process, judge(),
// then either read the verdict or add the next look.
class Inquiry {
 public:
  // Adds a process to the current look. judge() compares its report with that of the same process in the look before.
  // All processes that are added with `together` in this look were held at the same time.
  void add(const ProcessReport &report, bool together = false);
  void add(Evidence evidence);
  // Adds a process that the caller has already looked at twice. `equal` says whether these looks were equal
  // (Looks::equal), `change` what differed.
  void add_compared(Evidence evidence, bool equal, std::optional<Change> change);

  // Judges the current look, and compares it with the look before it, if there is one. The next add() begins a new
  // look.
  void judge();

  // Notes after judge() that an unknown number of ranks is missing, because a node has not answered or a summary is
  // damaged. A verdict that found nothing says so.
  void miss_ranks();

  // Return the results of the last call of judge(), which must precede. The references are valid until the next
  // judge().
  const Waits &waits() const { return *waits_; }
  const Verdict &verdict() const { return verdict_; }
  unsigned looks() const { return looks_; }

  // Returns true if the next look should read windows, because a process waits for a window and the last look did not
  // read any.
  bool wants_windows() const;
  // Returns the targets that the next look should hold at one instant, because that could prove that they wait for each
  // other. Returns nothing if it would not improve the proof.
  std::vector<std::string> wants_together() const;
  // Returns true if another look at the same processes could prove more, or could resolve a contradiction between
  // snapshots.
  bool wants_another_look() const;

 private:
  struct Reported {
    bool equal = false;
    std::optional<Change> change;
  };

  bool all_are_cores() const;
  void sort_next();

  std::vector<Evidence> next_, evidence_, before_;
  std::vector<Reported> reported_;  // parallel to next_; empty if no process was compared by the caller
  std::unique_ptr<Waits> waits_;    // made from evidence_
  std::optional<Looks> compared_;
  Verdict verdict_;
  unsigned looks_ = 0, comparable_ = 0;  // number of all looks, and of the last ones that read the same data
};

}  // namespace mqs_shim::why
