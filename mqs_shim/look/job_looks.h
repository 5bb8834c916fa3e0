#pragma once
// Takes one look after another at the processes of a job. Waits between two looks; for captures with two looks, shows
// first one and then the other. The caller judges the looks and decides whether to take another one. It is an
// Investigation or, if other nodes have parts of the job, a collector of summaries.

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

// Returns the least time between two looks at live processes. A message in the memory that two ranks share, or in a
// switch, is under way for microseconds. If it may linger in a network (why::may_linger_in_network), it may be a lost
// packet, which is sent again after 200 ms.
constexpr std::chrono::milliseconds time_between_looks(bool may_linger) {
  return std::chrono::milliseconds(may_linger ? 600 : 200);
}

// Holds the data of one process at one look, as the verdict needs it.
struct RankLook {
  why::Evidence evidence;
  ProcessReport report;
  LookEnd end = LookEnd::done;
  bool is_held = false;  // all processes of this look that have this flag were held at the same time
};
// Extracts the evidence from a look.
RankLook rank_look(Look look);

// Describes what one look has to read.
struct LookRequest {
  const Questions &questions;
  // Targets of processes that have to be held at the same time while all of them are read.
  std::vector<std::string> together{};
  // True: reads the sockets of all processes. False: reads only those of processes without counters of messages
  // (why::needs_sockets), because reading the kernel's tables takes longer than the rest of a look.
  bool all_sockets = true;
};

// Takes one look at a process for the verdict.
RankLook look_at_rank(InspectedProcess &process, const LookRequest &request);

// Takes the looks at one job, and keeps count of them.
class JobLooks {
 public:
  using Job = std::vector<InspectedProcess *>;
  using Take = std::function<void(RankLook)>;
  // Looks at all processes of the job, in this process, in worker processes or on other nodes, and calls `take` for
  // each.
  using LookAtAll = std::function<void(const Job &job, const LookRequest &request, const Take &take)>;

  // The processes must outlive this object. `processes_run` is false if all of them are held from outside, for example
  // by a debugger, so that every look shows the same. Without `look_at_all`, the processes are looked at one after the
  // other in this process.
  JobLooks(Job job, bool processes_run, LookAtAll look_at_all);

  // Holds facts about the previous look that only the caller knows.
  struct Before {
    bool may_linger = false;   // why::may_linger_in_network() for the previous look
    bool begins_anew = false;  // the next look reads other data and is not compared with the previous one
  };
  // Begins the next look: waits until time_between_looks() is over since the previous one.
  void begin(const Before &before);
  // Takes the look that has begun, and returns how many processes it has seen.
  std::size_t look(const LookRequest &request, const Take &take);

  unsigned looks() const { return looks_; }
  double seconds() const { return seconds_; }  // time between the last two looks; 0 if there was one
  // Returns true if the next look could read other data with the same questions.
  bool can_differ() const { return recorded_ ? shows_first_ : processes_run_; }
  // Returns the times of the two looks in the job's captures, or nothing if the captures do not have two looks.
  const std::optional<RecordedLooks> &recorded() const { return recorded_; }
  // Returns warnings for the user that are known from the start.
  const std::vector<std::string> &notes() const { return notes_; }

 private:
  const Job job_;
  const bool processes_run_;
  const LookAtAll look_at_all_;
  std::optional<RecordedLooks> recorded_;
  bool shows_first_ = false;  // the captures' first look is being shown
  unsigned looks_ = 0;
  std::chrono::steady_clock::time_point looked_;
  double seconds_ = 0;
  std::vector<std::string> notes_;
};

}  // namespace mqs_shim
