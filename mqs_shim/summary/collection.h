#pragma once
// Makes the summary of one node from looks at its ranks. Also compares the looks with each other, because a summary
// contains only the last look.

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "mqs_shim/job/why/verdict/inquiry.h"
#include "mqs_shim/summary/summary.h"

namespace mqs_shim::summaries {

// Holds a time, by the clock of a node or since the boot of a machine.
struct Moment {
  std::int64_t nanoseconds = 0;  // since 1970 or, if `boot` is set, since the boot
  std::int64_t error = -1;       // maximum error of the node's clock; -1: not known
  std::string boot{};            // id of the boot; empty: the time counts since 1970
};

// Collects the looks at the ranks of one node. Usage: begin_look(), add() for each process, end_look(); the same for
// the next look; finally take().
class Collection {
 public:
  // Begins the next look, which has to include the same processes.
  void begin_look(Moment begin);
  // Adds a process. `code` is the exit code that the command would have for it. `together` says that the process was
  // held at the same time as all others that are added with `together` in this look.
  void add(ProcessReport report, int code, bool together = false);
  void add(why::Evidence evidence, ProcessReport report, int code);
  void end_look(Moment end);

  unsigned looks() const { return looks_; }
  // Returns true if a live process of this node waits in MPI. One look does not suffice then, as it cannot show what
  // the processes do that are waited for.
  bool wants_another_look() const;

  // Returns the result of why::may_linger_in_network() for the last look.
  bool may_linger_in_network() const;

  // Moves the summary out of the collection.
  Summary take();

 private:
  std::vector<why::Evidence> before_, evidence_;
  std::vector<ProcessReport> reports_;  // reports of the last look
  std::vector<int> codes_;
  unsigned looks_ = 0;
  Moment began_, first_ended_;
};

// Holds the evidence of all ranks, and the verdict on it. The two looks of collectors on different nodes are used only
// if they fit together, which means that all first looks were over when the second ones began. A rank that does not
// wait may have been seen only once.
struct Merged {
  why::Inquiry inquiry;  // judge() has been called
  double seconds = 0;    // time between the looks; 0 if there was one, or if they do not fit together
  bool looks_do_not_fit = false;
};
// Makes a verdict on the ranks for which `wanted` returns true. Fails if the summary is damaged.
mpidbg::Result<Merged> judge(const Summary &summary, const std::function<bool(const RankSummary &)> &wanted);

}  // namespace mqs_shim::summaries
