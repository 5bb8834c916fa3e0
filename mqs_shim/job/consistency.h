#pragma once
// Whether variables, categories and types of events mean the same on all ranks of a job: MPI demands that equal names
// (of performance variables with equal classes) have equal properties, and equivalent descriptions.

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "mqs_shim/records/noun.h"
#include "mqs_shim/records/records.h"

namespace mqs_shim {

// What is compared. Values are texts: of the first four, and of each word of `datatypes`, the number that MPI_T has for
// it; of flags "yes" or "no"; else names and descriptions.
enum class VariableProperty {
  datatype,
  verbosity,
  binding,
  scope,
  datatypes,
  enumeration,
  read_only,
  continuous,
  atomic,
  description
};

struct Mismatch {
  Noun noun{};  // cvars, pvars, categories or events
  std::string name;
  VariableProperty property{};
  std::string one, other;  // the two values, each with the lowest rank that has it
  int one_rank = -1, other_rank = -1;
};

class Consistency {
 public:
  // `noun`: which of them are compared; other nouns compare nothing.
  explicit Consistency(Noun noun) : noun_(noun) {}

  // Processes that could not be inspected are skipped. The order does not matter.
  void add(const ProcessReport &report);
  void merge(const Consistency &other);

  // One for each name and property, in the order in which the ranks and their lists have them; at most 1000.
  std::vector<Mismatch> mismatches() const;

 private:
  // Where a value was seen first: the rank, and which of the process's variables it was.
  struct Place {
    int rank = -1;
    std::size_t index = 0;
    auto operator<=>(const Place &) const = default;
  };
  using Values = std::map<std::string, Place>;                             // of one property
  using Properties = std::map<VariableProperty, Values>;                   // of one name
  using Compared = std::vector<std::pair<VariableProperty, std::string>>;  // of one process's variable

  void compare(Place place, const std::string &name, int variable_class, const Compared &properties);
  static void include(Values &values, const std::string &value, Place place);

  Noun noun_;
  std::map<std::pair<std::string, int>, Properties> known_;  // by name and class
};

}  // namespace mqs_shim
