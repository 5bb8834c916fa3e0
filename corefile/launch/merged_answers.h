#pragma once
// Merges the answers of a collector in the middle of a tree and of those below it.

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "corefile/base.h"

namespace corefile {

// The functions that merge records.
struct RecordMerge {
  // Takes the records of one collector. Returns false, and takes none of them, if they are not understood.
  std::function<bool(const std::vector<std::string> &records)> add;
  // Returns everything that was taken as one record.
  std::function<std::string()> take;
};

// Writes to `fd` an answer that stands for `lines`, which several collectors wrote. Answers that are incomplete, of
// another version than `version`, or not understood are passed on unchanged for the reader to judge. Returns false if
// the answer could not be written.
bool write_merged_answers(int fd, std::string_view lines, const std::string &version, const RecordMerge &merge);

}  // namespace corefile
