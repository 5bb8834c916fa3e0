#pragma once
// Hints of event registrations and their callbacks: those that were given, and those in effect.

#include <optional>
#include <string>
#include <vector>

#include "mpidbg/model/objects/handle.h"

namespace mpidbg::model::mpit {

class EventHints {
 public:
  // Ignores unknown hints and unknown values.
  void set(const std::vector<InfoPair> &pairs) {
    for (const auto &[key, value] : pairs) {
      if (key == cut_instances && (value == "raise" || value == "drop")) drops_cut_ = value == "drop";
    }
  }
  // Returns nullopt if the hint was not given.
  std::optional<bool> drops_cut_instances() const { return drops_cut_; }

  // Returns all hints in effect. `inherited` is used if the hint was not given.
  std::vector<InfoPair> pairs(bool inherited) const {
    return {{cut_instances, drops_cut_.value_or(inherited) ? "drop" : "raise"}};
  }

 private:
  static constexpr const char *cut_instances = "mpidbg_cut_instances";
  std::optional<bool> drops_cut_;
};

}  // namespace mpidbg::model::mpit
