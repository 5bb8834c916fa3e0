#pragma once
// Opens the processes that words stand for. A word is for example a pid or the path of a core file.

#include <functional>
#include <string>
#include <vector>

#include "corefile/targets/opened_target.h"

namespace corefile {

struct TargetOptions {
  OpenOptions open;
  // Returns true for each rank that is to be opened. If null, all ranks are opened.
  std::function<bool(int rank)> wants = {};
  // `progress` is called while targets are opened, and `leaves_out` for each file in a directory that is neither a core
  // file nor a capture. Both may be null.
  std::function<void(const std::string &what, std::size_t done, std::size_t all)> progress = {};
  std::function<void(const std::string &file)> leaves_out = {};
};

// Opens all processes that the words stand for. A word is the pid of a process or of a launcher, the path of a core
// file or capture, or a directory of these. A launcher or directory stands for the processes in it. The result is in
// the order of jobs and ranks, as given by the environments; processes without job and rank are last. If a process has
// ended while others of its job continue, its rank is inferred, or the problem says that it is not known. Words that
// match nothing (an empty directory, a launcher without processes) become targets with a problem.
std::vector<OpenedTarget> open_targets(const std::vector<std::string> &words, const TargetOptions &options);

// Opens a target that must be a single process.
OpenedTarget open_single_target(const std::string &word, const OpenOptions &options);

// Returns a text such as "mpirun 4711" if the word is the pid of a launcher; otherwise empty.
std::string launcher_of(const std::string &word);

// Returns a target with a problem, for a word that names nothing.
OpenedTarget failed_target(std::string name, std::string problem);

}  // namespace corefile
