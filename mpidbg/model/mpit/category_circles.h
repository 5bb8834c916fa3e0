#pragma once
// Categories that contain themselves, directly or through others: only a corrupt process has them.

#include <vector>

namespace mpidbg::model {

// Of each category whether it is in a circle, or contains one that is. `members`: of each the categories in it, by
// index; what is out of range is passed over.
std::vector<bool> circular_categories(const std::vector<std::vector<int>> &members);

}  // namespace mpidbg::model
