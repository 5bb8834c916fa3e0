#include "mpidbg/model/mpit/category_circles.h"

#include <cstddef>

namespace mpidbg::model {

// Repeatedly removes categories that contain no others, until each category that remains is part of a cycle or
// contains, directly or through others, one that is.
std::vector<bool> circular_categories(const std::vector<std::vector<int>> &members) {
  const std::size_t size = members.size();
  std::vector<std::vector<std::size_t>> containers(size);
  std::vector<std::size_t> contained(size);
  for (std::size_t index = 0; index < size; ++index) {
    for (const int member : members[index]) {
      if (member < 0 || static_cast<std::size_t>(member) >= size) continue;
      containers[static_cast<std::size_t>(member)].push_back(index);
      ++contained[index];
    }
  }
  std::vector<std::size_t> ended;
  for (std::size_t index = 0; index < size; ++index) {
    if (contained[index] == 0) ended.push_back(index);
  }
  std::vector<bool> circular(size, true);
  while (!ended.empty()) {
    const std::size_t index = ended.back();
    ended.pop_back();
    circular[index] = false;
    for (const std::size_t container : containers[index]) {
      if (--contained[container] == 0) ended.push_back(container);
    }
  }
  return circular;
}

}  // namespace mpidbg::model
