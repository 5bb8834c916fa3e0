#pragma once
// The question why a job does not go on: takes the evidence of its processes, look by look, and judges it.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "mqs_shim/job/why/verdict/verdict.h"
#include "mqs_shim/records/records.h"

namespace mqs_shim::why {

class Inquiry {
 public:
  // Into the current look. Reports of the same process in two looks are compared. `together`: this process was held
  // still together with all others of this look that are added so.
  void add(const ProcessReport &report, bool together = false);
  void add(Evidence evidence);
  // Of a process that others have looked at twice: whether these looks were equal (Looks::equal), and what differed.
  void add_compared(Evidence evidence, bool equal, std::optional<Change> change);

  // Judges the current look, against the one before it if there was one. Whatever is added later begins the next look.
  void judge();

  // Of the last judgement, whose evidence is kept. Not before judge().
  const Waits &waits() const { return *waits_; }
  const Verdict &verdict() const { return verdict_; }
  unsigned looks() const { return looks_; }

  // Whether a process waits for a window and the last look did not ask for windows.
  bool wants_windows() const;
  // Targets of processes that can be proved to wait for each other if the next look holds all of them still at one
  // instant; none if that proves no more.
  std::vector<std::string> wants_together() const;
  // Whether another look at the same processes could prove more than this one, or settle a contradiction.
  bool wants_another_look() const;

 private:
  struct Reported {
    bool equal = false;
    std::optional<Change> change;
  };

  bool all_are_cores() const;
  void sort_next();

  std::vector<Evidence> next_, evidence_, before_;
  std::vector<Reported> reported_;  // of next_; empty: nobody has compared it
  std::unique_ptr<Waits> waits_;    // of evidence_
  std::optional<Looks> compared_;
  Verdict verdict_;
  unsigned looks_ = 0, comparable_ = 0;  // the last ones of them, which asked for the same
};

}  // namespace mqs_shim::why
