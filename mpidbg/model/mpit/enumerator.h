#pragma once
// Describes enumerations of the MPI tool information interface. An enumeration names the values of a variable. Plain
// data.

#include <string>
#include <vector>

namespace mpidbg::model {

// Describes one enumeration.
struct Enumerator {
  struct Item {
    int value = 0;
    std::string name;
  };
  std::string name;
  // The names of the values, in the library's order.
  std::vector<Item> items;
};

}  // namespace mpidbg::model
