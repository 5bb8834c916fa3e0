#pragma once
// The question why a job does not go on: takes the evidence of its processes, look by look, and judges it.

#include <memory>
#include <optional>
#include <vector>

#include "mqs_shim/job/why/verdict.h"
#include "mqs_shim/records/records.h"

namespace mqs_shim::why {

class Inquiry {
 public:
  // Into the current look. Reports of the same process in two looks are compared.
  void add(const ProcessReport &report);
  void add(Evidence evidence);

  // Judges the current look, against the one before it if there was one. Whatever is added later begins the next look.
  void judge();

  // Of the last judgement, whose evidence is kept. Not before judge().
  const Waits &waits() const { return *waits_; }
  const Verdict &verdict() const { return verdict_; }
  unsigned looks() const { return looks_; }

  // Whether another look at the same processes could prove more than this one, or settle a contradiction.
  bool wants_another_look() const;

 private:
  std::vector<Evidence> next_, evidence_, before_;
  std::unique_ptr<Waits> waits_;  // of evidence_
  std::optional<Looks> compared_;
  Verdict verdict_;
  unsigned looks_ = 0;
};

}  // namespace mqs_shim::why
