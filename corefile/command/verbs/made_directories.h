#pragma once
// Directories that a command makes for its files, and removes if it comes to write none.

#include <filesystem>
#include <system_error>
#include <vector>

namespace command {

class MadeDirectories {
 public:
  MadeDirectories() = default;
  MadeDirectories(const MadeDirectories &) = delete;
  MadeDirectories &operator=(const MadeDirectories &) = delete;
  // Removes those that make() made and that are empty.
  ~MadeDirectories();

  // With those above it. No error if it is there.
  std::error_code make(const std::filesystem::path &directory);

 private:
  std::vector<std::filesystem::path> made_;  // those above before those in them
};

}  // namespace command
