#pragma once
// Investigation obtains a verdict on a job: it looks at the processes, makes a verdict, and looks again as long as
// another look can prove more. It is used by the command `mpidbg why`, for processes of its own node and of other
// nodes, and by mqs_shim_investigate() of the C API, for GDB and Python.

#include <functional>
#include <string>
#include <vector>

#include "mqs_shim/job/why/verdict/inquiry.h"
#include "mqs_shim/look/job_looks.h"

namespace mqs_shim {

// Holds what the caller of an investigation knows about the processes of a job.
struct InvestigationOptions {
  // False if all processes are held from outside, for example by a debugger, so that every look shows the same.
  bool processes_run = true;
};

// Looks at the processes of one job, repeatedly if necessary. Usage: call look() until it returns false, then read
// inquiry().
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

  // Takes the next look, after time_between_looks(), and judges it. Returns true if another look can prove more. If a
  // second or later look sees no process at all, it changes nothing and is the last one.
  bool look();

  // Returns the inquiry, which contains the evidence and the verdict of the last look. Requires a call of look().
  const why::Inquiry &inquiry() const { return inquiry_; }
  // Moves the inquiry out of this object, which must not be used for further looks.
  why::Inquiry take_inquiry() { return std::move(inquiry_); }
  double seconds() const { return seconds_; }  // time between the last two looks; 0 if there was one
  // Returns warnings for the user that are known before the first look.
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
