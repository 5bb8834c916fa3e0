#pragma once
// Checks that variables, categories and event types mean the same on all ranks of a job. MPI requires that equal names
// (for performance variables: with equal classes) have equal properties and equivalent descriptions.

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "mqs_shim/records/noun.h"
#include "mqs_shim/records/records.h"

namespace mqs_shim {

// Names a property that is compared. All values are compared as texts. The text is MPI_T's number for `datatype`,
// `verbosity`, `binding` and `scope`, several such numbers for `datatypes`, and "yes" or "no" for `read_only`,
// `continuous` and `atomic`. An enumeration is compared by its name, a description by its words.
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

// Describes a property in which two ranks differ.
struct Mismatch {
  Noun noun{};  // cvars, pvars, categories or events
  std::string name;
  VariableProperty property{};
  // The two different values of the property. `one_rank` is the lowest rank with the value `one`, and `other_rank` the
  // lowest with `other`.
  std::string one, other;
  int one_rank = -1, other_rank = -1;
};

// Collects the properties of variables, process by process, and finds those that differ.
class Consistency {
 public:
  // `noun` (what the user asks for) selects what is compared: cvars, pvars, categories or events. With any other noun,
  // nothing is compared.
  explicit Consistency(Noun noun) : noun_(noun) {}

  // Adds the variables of a process. A process that could not be inspected is skipped. The order of calls does not
  // change the result.
  void add(const ProcessReport &report);
  // Adds everything that `other` has collected. `other` must have been made with the same noun.
  void merge(const Consistency &other);

  // Returns one mismatch for each name and property that differ, at most 1000. They are in the order of ranks, and for
  // each rank in the order of its list of variables.
  std::vector<Mismatch> mismatches() const;

 private:
  // Names the place where a value was seen first: the rank, and the index of the variable in the list of that process.
  struct Place {
    int rank = -1;
    std::size_t index = 0;
    auto operator<=>(const Place &) const = default;
  };
  using Values = std::map<std::string, Place>;                             // first place of each value of one property
  using Properties = std::map<VariableProperty, Values>;                   // values of all properties of one name
  using Compared = std::vector<std::pair<VariableProperty, std::string>>;  // properties of one process's variable

  void compare(Place place, const std::string &name, int variable_class, const Compared &properties);
  static void include(Values &values, const std::string &value, Place place);

  Noun noun_;
  std::map<std::pair<std::string, int>, Properties> known_;  // by name and class
};

}  // namespace mqs_shim
