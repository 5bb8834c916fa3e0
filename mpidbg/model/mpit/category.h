#pragma once
// Describes categories of the MPI tool information interface. Plain data.

#include <string>
#include <vector>

namespace mpidbg::model {

// Describes one category. The vectors contain the indices of its members, in the library's order.
struct Category {
  int index = -1;
  std::string name;
  // The text that describes the category; empty if there is none.
  std::string description;
  std::vector<int> control_variables;
  std::vector<int> performance_variables;
  std::vector<int> events;
  std::vector<int> categories;
};

}  // namespace mpidbg::model
