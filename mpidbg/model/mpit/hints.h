#pragma once
// Hints of event registrations and their callbacks: what is given of them, and what holds.

#include <optional>
#include <string>
#include <vector>

#include "mpidbg/model/objects/handle.h"

namespace mpidbg::model::mpit {

class EventHints {
 public:
  // Hints that are not known, or have no value that is, leave everything as it was.
  void set(const std::vector<InfoPair> &pairs) {
    for (const auto &[key, value] : pairs) {
      if (key == cut_instances && (value == "raise" || value == "drop")) drops_cut_ = value == "drop";
    }
  }
  // Nothing if it was not given.
  std::optional<bool> drops_cut_instances() const { return drops_cut_; }

  // All that hold, where `inherited` is what holds if nothing was given.
  std::vector<InfoPair> pairs(bool inherited) const {
    return {{cut_instances, drops_cut_.value_or(inherited) ? "drop" : "raise"}};
  }

 private:
  static constexpr const char *cut_instances = "mpidbg_cut_instances";
  std::optional<bool> drops_cut_;
};

}  // namespace mpidbg::model::mpit
