#pragma once
// Processes that are held still together until the end of a scope.

#include <span>
#include <string>
#include <vector>

#include "mqs_shim/look/inspected_process.h"

namespace mqs_shim {

class HeldTogether {
 public:
  // Holds those of the job whose targets (InspectedProcess::target()) are among `names`; none of them while another
  // program does not let one of them go, for which it waits up to two seconds.
  HeldTogether(std::span<InspectedProcess *const> job, const std::vector<std::string> &names);
  ~HeldTogether() { let_go(); }
  HeldTogether(const HeldTogether &) = delete;
  HeldTogether &operator=(const HeldTogether &) = delete;

  bool holds_any() const { return !held_.empty(); }
  // False also for one that could not be stopped.
  bool holds(const InspectedProcess &process) const;

 private:
  bool hold();
  void let_go();

  std::vector<InspectedProcess *> wanted_, held_;
};

}  // namespace mqs_shim
