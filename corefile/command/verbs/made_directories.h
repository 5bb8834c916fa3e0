#pragma once
// Creates directories for a command's files, and removes them again if the command writes no file.

#include <filesystem>
#include <system_error>
#include <vector>

namespace command {

// Owns the directories that it has created.
class MadeDirectories {
 public:
  MadeDirectories() = default;
  MadeDirectories(const MadeDirectories &) = delete;
  MadeDirectories &operator=(const MadeDirectories &) = delete;
  // Removes the directories that make() has created and that are empty.
  ~MadeDirectories();

  // Creates the directory and its parents. Succeeds if it exists already.
  std::error_code make(const std::filesystem::path &directory);

 private:
  std::vector<std::filesystem::path> made_;  // parents before their children
};

}  // namespace command
