#pragma once
// What a collector in the middle of a tree says: what those below it and itself have said, as one.

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "corefile/base.h"

namespace corefile {

struct RecordMerge {
  // Takes the records of one collector; false, and none of them was taken, if they are not understood.
  std::function<bool(const std::vector<std::string> &records)> add;
  // All that was taken, as one record.
  std::function<std::string()> take;
};

// Writes to `fd` what stands for `lines`, which several collectors wrote. What is incomplete, of another version than
// `version` or not understood is passed on unchanged: who reads it all decides what it means. False: could not be
// written.
bool write_merged_answers(int fd, std::string_view lines, const std::string &version, const RecordMerge &merge);

}  // namespace corefile
