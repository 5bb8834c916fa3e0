#pragma once
// Makes the summary of one node from looks at its ranks. A summary contains only the last look, so that the looks are
// compared here.

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
  // Adds a process. `code` is the exit code that the command would have for it. All processes that are added with
  // `together` in this look were held at the same time.
  void add(ProcessReport report, int code, bool together = false);
  void add(why::Evidence evidence, ProcessReport report, int code);
  void end_look(Moment end);

  unsigned looks() const { return looks_; }
  // Returns true if a live process of this node waits in MPI. In that case one look does not suffice, as it cannot show
  // what the awaited processes do.
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

// Holds the evidence of all ranks, and the verdict on it. Collectors on different nodes take two looks each. Both are
// used only if they fit together: all first looks were over when the second ones began. A rank that does not wait may
// have been seen only once.
struct Merged {
  why::Inquiry inquiry;  // judge() has been called
  double seconds = 0;    // time between the looks; 0 if there was one, or if they do not fit together
  bool looks_do_not_fit = false;
};
// Makes a verdict on the ranks for which `wanted` returns true. Fails if the summary is damaged.
mpidbg::Result<Merged> judge(const Summary &summary, const std::function<bool(const RankSummary &)> &wanted);

}  // namespace mqs_shim::summaries
