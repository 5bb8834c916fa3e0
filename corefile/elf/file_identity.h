#pragma once
// Identifies the file at a path, independently of its name.

#include <sys/stat.h>

#include <optional>
#include <set>
#include <string>
#include <utility>

namespace corefile {

// The device and inode of a file, which are the same for all of its names.
using FileIdentity = std::pair<dev_t, ino_t>;

// Returns the identity of the file at `path`; nullopt if stat() fails on the path.
inline std::optional<FileIdentity> identity_of_file(const std::string &path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) return std::nullopt;
  return FileIdentity(status.st_dev, status.st_ino);
}

// Remembers files, which are recognised under any of their names.
class MetFiles {
 public:
  // Inserts a file. Returns true if the file was not inserted before. A path on which stat() fails counts as new each
  // time, so that its error is reported.
  bool insert(const std::string &path) {
    const auto identity = identity_of_file(path);
    return !identity || met_.insert(*identity).second;
  }

 private:
  std::set<FileIdentity> met_;
};

}  // namespace corefile
