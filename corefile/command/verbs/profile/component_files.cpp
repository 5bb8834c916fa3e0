#include "corefile/command/verbs/profile/component_files.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

namespace command {

namespace fs = std::filesystem;

namespace {

// Adds the files in a directory whose names start with `start` and end with .so. This leaves out links with a version
// at the end of their names.
void add_files(const fs::path &directory, const std::string &start, std::vector<std::string> &files) {
  std::error_code error;
  for (fs::directory_iterator entry(directory, error), end; !error && entry != end; entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    if (name.starts_with(start) && name.ends_with(".so")) files.push_back(entry->path().string());
  }
}

}  // namespace

std::vector<std::string> component_files(const std::string &library) {
  const fs::path directory = fs::path(library).parent_path().empty() ? "." : fs::path(library).parent_path();
  if (!fs::path(library).filename().string().starts_with("libmpi.so")) return {};
  std::vector<std::string> files;
  add_files(directory, "libopen-pal.so", files);
  add_files(directory, "libmca_common_", files);
  add_files(directory / "openmpi", "mca_", files);
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace command
