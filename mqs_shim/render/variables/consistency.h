#pragma once
// Whether variables, categories and types of events mean the same on all ranks of a job: MPI demands that equal names
// (of performance variables with equal classes) have equal properties, and equivalent descriptions.

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "mqs_shim/render/render.h"

namespace mqs_shim {

class Consistency {
 public:
  explicit Consistency(Noun noun) : noun_(noun) {}

  void add(const ProcessReport &report);

  struct Mismatch {
    std::string what, name, property;  // "performance variable", "queue", "datatype"
    std::string one, other;            // the two values
    int one_rank = -1, other_rank = -1;
  };
  // The first one of each name and property.
  const std::vector<Mismatch> &mismatches() const { return mismatches_; }
  static std::string text(const Mismatch &mismatch);

 private:
  using Properties = std::vector<std::pair<std::string, std::string>>;
  struct Known {
    int rank = -1;
    Properties properties;
    std::vector<bool> told;  // by property
  };

  void compare(int rank, const std::string &what, const std::string &name, int variable_class, Properties properties);

  const Noun noun_;
  std::map<std::pair<std::string, int>, Known> known_;  // by name and class
  std::vector<Mismatch> mismatches_;
};

}  // namespace mqs_shim
