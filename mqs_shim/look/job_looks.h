#pragma once
// Look after look at the processes of a job: what lies between two looks, and what a capture of two looks shows at
// each. Whether another look is worth taking is decided by who judges them: an Investigation here, a collector of
// summaries where other nodes have the rest of the job.

#include <chrono>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "mqs_shim/job/why/evidence/evidence.h"
#include "mqs_shim/look/inspected_process.h"
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
  std::vector<std::string> together{};  // targets of processes to be held still together while all of them are read
};

class JobLooks {
 public:
  using Job = std::vector<InspectedProcess *>;
  using Take = std::function<void(RankLook)>;
  // Looks at all processes of the job, in this process, in others or on other nodes, and calls `take` for each of them.
  using LookAtAll = std::function<void(const Job &job, const LookRequest &request, const Take &take)>;

  // The processes must outlive it. `processes_run`: false if all of them are held still from outside, as by a debugger,
  // and show the same at every look. Without `look_at_all` one is looked at after the other, here.
  JobLooks(Job job, bool processes_run, LookAtAll look_at_all);

  struct Before {
    bool may_linger = false;   // as of why::may_linger_in_network(), of the look before
    bool begins_anew = false;  // the next look asks something else, and is not compared with the one before
  };
  // Waits for the time that has to lie between two looks, and takes the next one. Returns how many processes it saw.
  std::size_t look(const LookRequest &request, const Before &before, const Take &take);

  unsigned looks() const { return looks_; }
  double seconds() const { return seconds_; }  // between the last two looks; 0: there was one
  // Whether the same questions may have other answers at the next look.
  bool can_differ() const { return recorded_ ? shows_first_ : processes_run_; }
  // When the looks were taken that the job's captures show; nothing if they do not show two.
  const std::optional<RecordedLooks> &recorded() const { return recorded_; }
  // Warnings for the user, known from the start.
  const std::vector<std::string> &notes() const { return notes_; }

 private:
  const Job job_;
  const bool processes_run_;
  const LookAtAll look_at_all_;
  std::optional<RecordedLooks> recorded_;
  bool shows_first_ = false;  // of the recorded looks
  unsigned looks_ = 0;
  std::chrono::steady_clock::time_point looked_;
  double seconds_ = 0;
  std::vector<std::string> notes_;
};

}  // namespace mqs_shim
