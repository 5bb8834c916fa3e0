#pragma once
// Finds categories that contain themselves, directly or through other categories. Such categories exist only in a
// process whose memory is corrupt.

#include <vector>

namespace mpidbg::model {

// Returns for each category whether it is part of a cycle or contains a category that is. `members` has for each
// category the indices of the categories in it; indices out of range are ignored.
std::vector<bool> circular_categories(const std::vector<std::vector<int>> &members);

}  // namespace mpidbg::model
