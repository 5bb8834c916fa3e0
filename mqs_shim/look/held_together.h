#pragma once
// Holds several processes at the same time until the end of a scope.

#include <span>
#include <string>
#include <vector>

#include "mqs_shim/look/inspected_process.h"

namespace mqs_shim {

class HeldTogether {
 public:
  // Holds the processes of the job whose targets (InspectedProcess::target()) are in `names`. If another program is
  // tracing one of them, waits up to two seconds for its release; if that fails, holds none of them.
  HeldTogether(std::span<InspectedProcess *const> job, const std::vector<std::string> &names);
  ~HeldTogether() { let_go(); }
  HeldTogether(const HeldTogether &) = delete;
  HeldTogether &operator=(const HeldTogether &) = delete;

  bool holds_any() const { return !held_.empty(); }
  // Returns true if this object holds the process. Returns false if the process was not requested or could not be
  // stopped.
  bool holds(const InspectedProcess &process) const;

 private:
  bool hold();
  void let_go();

  std::vector<InspectedProcess *> wanted_, held_;
};

}  // namespace mqs_shim
