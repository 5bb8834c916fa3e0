#pragma once
// Opens the processes that the TARGET words of the command line stand for.

#include <set>
#include <string>
#include <vector>

#include "corefile/command/words/messages.h"
#include "corefile/command/words/options.h"
#include "corefile/targets/opened_target.h"

namespace command {

using corefile::OpenedTarget;

// Opens all targets, as corefile::open_targets() does. Ranks that --rank excludes are left out; if none are left, the
// result is one target with a problem.
std::vector<OpenedTarget> open_targets(const Options &options, Messages &messages);

// Returns a text such as "mpirun 4711" if a launcher is the only target and none of its ranks are excluded; otherwise
// empty.
std::string launcher_of_all(const Options &options);

// Explains that --rank selects none of the existing ranks, which are `others`.
std::string why_no_rank(const std::set<int> &others);

// Explains why a word cannot stand for a single process; empty if it can.
std::string why_not_single(const std::string &word);

// Opens a target that must be a single process, such as the TARGET of `profile check`.
OpenedTarget open_single_target(const std::string &word, const Options &options);

}  // namespace command
