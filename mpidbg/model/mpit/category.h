#pragma once
// A category of the MPI tool information interface. Plain data.

#include <string>
#include <vector>

namespace mpidbg::model {

struct Category {
  int index = -1;
  std::string name;
  // Empty if it has none.
  std::string description;
  // Indices in the library's order.
  std::vector<int> control_variables;
  std::vector<int> performance_variables;
  std::vector<int> events;
  std::vector<int> categories;
};

}  // namespace mpidbg::model
