#pragma once
// Holds the hints of an event registration or of one of its callbacks: the hints that were given, and the hints in
// effect.

#include <optional>
#include <string>
#include <vector>

#include "mpidbg/model/objects/handle.h"

namespace mpidbg::model::mpit {

class EventHints {
 public:
  // Adds hints. Unknown hints and unknown values are ignored.
  void set(const std::vector<InfoPair> &pairs) {
    for (const auto &[key, value] : pairs) {
      if (key == cut_instances && (value == "raise" || value == "drop")) drops_cut_ = value == "drop";
    }
  }
  // Returns the value of the hint "mpidbg_cut_instances"; nullopt if it was not given.
  std::optional<bool> drops_cut_instances() const { return drops_cut_; }

  // Returns all hints in effect. `inherited` is the value of a hint that was not given.
  std::vector<InfoPair> pairs(bool inherited) const {
    return {{cut_instances, drops_cut_.value_or(inherited) ? "drop" : "raise"}};
  }

 private:
  static constexpr const char *cut_instances = "mpidbg_cut_instances";
  std::optional<bool> drops_cut_;
};

}  // namespace mpidbg::model::mpit
