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
  // False: all processes are held still from outside, as by a debugger, and show the same at every look.
  bool processes_run = true;
};

class Investigation {
 public:
  using Job = JobLooks::Job;
  using Take = JobLooks::Take;
  using LookAtAll = JobLooks::LookAtAll;

  // The processes must outlive the investigation. Without `look_at_all` one is looked at after the other, here.
  explicit Investigation(Job job, const InvestigationOptions &options = {}, LookAtAll look_at_all = {});

  // Hears of each process as soon as it was looked at.
  void on_look(std::function<void(const RankLook &)> heard) { heard_ = std::move(heard); }

  // Takes the next look, after the time that has to lie between two, and judges. True: another look can prove more. A
  // look that sees no process at all, after others, changes nothing, and is the last one.
  bool look();

  // After look().
  const why::Inquiry &inquiry() const { return inquiry_; }
  // The inquiry, when no other look follows.
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
