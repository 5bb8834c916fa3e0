#pragma once
// The way to a verdict on a job: looks at its processes, judges, and looks again as long as that can prove more. The
// command's `why` asks here. The C API, and with it GDB and Python, and the collectors on nodes have loops of their
// own.

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "mqs_shim/job/why/verdict/inquiry.h"
#include "mqs_shim/look/look.h"

namespace mqs_shim {

// The time that has to lie between two looks at live processes. A message in the memory that two ranks share, or in a
// switch, is under way for microseconds; where it may linger in a network (why::may_linger_in_network), a lost packet
// is sent again after 200 ms.
constexpr std::chrono::milliseconds time_between_looks(bool may_linger) {
  return std::chrono::milliseconds(may_linger ? 600 : 200);
}

// One process at one look, as the verdict needs it.
struct RankLook {
  why::Evidence evidence;
  ProcessReport report;
  LookEnd end = LookEnd::done;
  bool is_held = false;  // it was held still together with all others of this look that say so
};
RankLook rank_look(Look look);

// The questions of one look, and the processes that it needs at one instant.
struct LookRequest {
  const Questions &questions;
  std::vector<std::string> together;  // targets of processes to be held still together while all of them are read
};

struct InvestigationOptions {
  // False: all processes are held still from outside, as by a debugger, and show the same at every look.
  bool processes_run = true;
};

class Investigation {
 public:
  using Job = std::vector<InspectedProcess *>;
  using Take = std::function<void(RankLook)>;
  // Looks at all processes of the job, in this process or in others, and calls `take` for each of them, in their order.
  using LookAtAll = std::function<void(const Job &job, const LookRequest &request, const Take &take)>;

  // The processes must outlive the investigation. Without `look_at_all` one is looked at after the other, here.
  explicit Investigation(Job job, const InvestigationOptions &options = {}, LookAtAll look_at_all = {});

  // Hears of each process as soon as it was looked at.
  void on_look(std::function<void(const RankLook &)> heard) { heard_ = std::move(heard); }

  // Takes the next look, after the time that has to lie between two, and judges. True: another look can prove more.
  bool look();

  // After look().
  const why::Inquiry &inquiry() const { return inquiry_; }
  // The inquiry, when no other look follows.
  why::Inquiry take_inquiry() { return std::move(inquiry_); }
  double seconds() const { return seconds_; }  // between the last two looks; 0: there was one
  // Warnings for the user, known from the start.
  const std::vector<std::string> &notes() const { return notes_; }

 private:
  bool wants_another_look() const;
  void show(bool first);

  const Job job_;
  const InvestigationOptions options_;
  const LookAtAll look_at_all_;
  std::function<void(const RankLook &)> heard_;
  Questions questions_{questions_of(Noun::why)};
  why::Inquiry inquiry_;
  std::optional<double> recorded_;  // seconds between the looks that the job's captures show, if they do
  bool shows_first_ = false;        // of these
  std::chrono::steady_clock::time_point looked_;
  double seconds_ = 0;
  std::vector<std::string> notes_;
};

}  // namespace mqs_shim
