#include "corefile/command/verbs/made_directories.h"

namespace command {

namespace fs = std::filesystem;

MadeDirectories::~MadeDirectories() {
  std::error_code error;
  // fs::remove() does not remove directories that contain files.
  for (auto path = made_.rbegin(); path != made_.rend(); ++path) fs::remove(*path, error);
}

std::error_code MadeDirectories::make(const fs::path &directory) {
  std::error_code error;
  fs::path path;
  for (const fs::path &name : directory) {
    path /= name;
    if (name.empty() || fs::exists(path, error)) continue;
    if (fs::create_directory(path, error)) made_.push_back(path);
    if (error) return error;
  }
  return fs::is_directory(directory, error) ? std::error_code() : std::make_error_code(std::errc::not_a_directory);
}

}  // namespace command
