#pragma once
// The way to a verdict on a job: looks at its processes, judges, and looks again as long as that can prove more. The
// command's `why` asks here, of processes of its node and of other nodes. The C API, and with it GDB and Python, has a
// loop of its own.

#include <functional>
#include <string>
#include <vector>

#include "mqs_shim/job/why/verdict/inquiry.h"
#include "mqs_shim/look/job_looks.h"

namespace mqs_shim {

struct InvestigationOptions {
  // False if all processes are held from outside, as by a debugger, so that they show the same at every look.
  bool processes_run = true;
};

// Takes the looks at one job. Usage: call look() until it returns false, then read inquiry().
class Investigation {
 public:
  using Job = JobLooks::Job;
  using Take = JobLooks::Take;
  using LookAtAll = JobLooks::LookAtAll;

  // The processes must outlive the investigation. Without `look_at_all`, they are looked at one after the other in this
  // process.
  explicit Investigation(Job job, const InvestigationOptions &options = {}, LookAtAll look_at_all = {});

  // Sets a function that is called for each process as soon as it has been looked at.
  void on_look(std::function<void(const RankLook &)> heard) { heard_ = std::move(heard); }

  // Takes the next look, after the time that has to lie between two, and judges. True: another look can prove more. A
  // look that sees no process at all, after others, changes nothing, and is the last one.
  bool look();

  // Returns the evidence and the verdict of the last look. Requires a call of look().
  const why::Inquiry &inquiry() const { return inquiry_; }
  // Moves the inquiry out of this object, which must not be used for further looks.
  why::Inquiry take_inquiry() { return std::move(inquiry_); }
  double seconds() const { return seconds_; }  // between the last two looks; 0: there was one
  // Warnings for the user, known from the start.
  const std::vector<std::string> &notes() const { return looks_.notes(); }

 private:
  bool asks_for_windows() const;

  JobLooks looks_;
  std::function<void(const RankLook &)> heard_;
  Questions questions_{questions_of(Noun::why)};
  why::Inquiry inquiry_;
  double seconds_ = 0;
};

}  // namespace mqs_shim
