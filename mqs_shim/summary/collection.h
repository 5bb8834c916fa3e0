#pragma once
// Looks at the ranks of one node become their summary. What needs all looks, whether they were equal, is decided here.

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "mqs_shim/job/why/verdict/inquiry.h"
#include "mqs_shim/summary/summary.h"

namespace mqs_shim::summaries {

// By the clock of a node, or by that of one start of a machine.
struct Moment {
  std::int64_t nanoseconds = 0;  // since 1970, or since the start
  std::int64_t error = -1;       // how wrong the clock of a node may be at most; -1: nobody knows
  std::string boot{};            // id of the start; empty: since 1970
};

class Collection {
 public:
  // Begins the next look at the same processes.
  void begin_look(Moment begin);
  // `together`: this process was held still with all others of this look that are added so.
  void add(ProcessReport report, int code, bool together = false);
  void add(why::Evidence evidence, ProcessReport report, int code);
  void end_look(Moment end);

  unsigned looks() const { return looks_; }
  // Whether a live process waits in MPI: one look at this node cannot show what those do that it waits for.
  bool wants_another_look() const;

  // As of why::may_linger_in_network(), of the last look.
  bool may_linger_in_network() const;

  Summary take();

 private:
  std::vector<why::Evidence> before_, evidence_;
  std::vector<ProcessReport> reports_;  // of the last look
  std::vector<int> codes_;
  unsigned looks_ = 0;
  Moment began_, first_ended_;
};

// For the verdict: the evidence of all ranks, with what their collectors saw between two looks as far as these fit
// together: all of first looks were over when the second ones began. A rank that does not wait may have been seen once.
struct Merged {
  why::Inquiry inquiry;  // judged
  double seconds = 0;    // between the looks; 0: there was one, or they do not fit together
  bool looks_do_not_fit = false;
};
mpidbg::Result<Merged> judge(const Summary &summary, const std::function<bool(const RankSummary &)> &wanted);

}  // namespace mqs_shim::summaries
